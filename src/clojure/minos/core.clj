(ns minos.core
  "Judges histories of transactions against isolation levels.

      (check {:consistency-models [:snapshot-isolation]} history)

  `minos.list-append/check` and `minos.rw-register/check` take the place of Elle's functions of these names; this is what
  they share. It also takes the engine's own names of levels:

      (check {:levels [:causal], :order :session} history)"
  (:require [clojure.java.io :as io]
            [minos.convert :as convert]
            [minos.files :as files]
            [minos.models :as models]
            [minos.options :as options]
            [minos.result :as result])
  (:import (java.io File)
           (java.nio.file Path)
           (minos Minos)
           (minos.history History Status)
           (minos.io HistoryFiles)
           (minos.model Verdict Verdict$Answer)
           (minos.render Judged)))

(set! *warn-on-reflection* true)

(defn- millis-since [^long start]
  (quot (- (System/nanoTime) start) 1000000))

(defn- judge
  "Adds its `:verdict` to each of `requirements`. Levels of one order are judged together, as they share much."
  [^History history requirements opts]
  (let [verdicts (into {}
                       (for [[order group] (group-by (comp second :requirement) requirements)
                             :let [levels (distinct (map (comp first :requirement) group))]
                             ^Verdict verdict (Minos/check history levels (options/engine opts order))]
                         [[(.level verdict) (.order verdict)] verdict]))]
    (mapv #(assoc % :verdict (verdicts (:requirement %))) requirements)))

(defn- committed? [^History history]
  (boolean (some #(= Status/COMMITTED (.status history %)) (range (.transactions history)))))

(defn- judge-and-tell
  "The result for a history of the engine's. `name` is what texts call it; `read-millis` is how long it took to get it."
  [{:keys [directory anomalies] :as opts} ^History history name read-millis]
  (let [requirements (options/requirements opts)
        start (System/nanoTime)
        judgements (judge history requirements opts)
        judged (Judged. name history (map :verdict judgements) read-millis (millis-since start))
        result (result/result judged judgements (models/anomalies-implying anomalies) (options/ignored opts requirements))
        result (if (or (false? (:valid? result)) (committed? history))
                 result
                 (assoc result :valid? :unknown
                               :cause "no transaction committed, so there is nothing to judge"
                               :anomaly-types [:empty-transaction-graph]
                               :anomalies {:empty-transaction-graph true}))]
    (if directory (files/write result directory judged) result)))

(defn- file? [history]
  (or (string? history) (instance? File history) (instance? Path history)))

(defn engine-history
  "The engine's form of a history: of a sequence of operations, or of a file (a name, `File` or `Path`) in any format that Minos
  reads. Takes the options `:model` and `:initial` of `check`."
  ^History [opts history]
  (if (file? history)
    (HistoryFiles/read (str history) (convert/read-options (options/reading opts)))
    (convert/history (options/reading opts) history)))

(defn check
  "Judges a history: a sequence of Jepsen operations (maps, or a `jepsen.history` history), or the name of a file.

  Options, all of them optional:

    :consistency-models  names of models, Jepsen's meaning (`minos.models/known-names`); `[:strict-serializable]` if
                         neither this nor :levels is given
    :levels              names of the engine's levels, in the strong session form unless :order says otherwise
    :order               :none, :session or :real-time
    :anomalies           Elle's names of anomalies that are also not wanted
    :model               :list-append, :rw-register or :lwt; recognised if not given
    :initial             :infer if registers had values before the history began
    :timeout-ms          when to give up and answer :unknown
    :max-witnesses       how many cases to show of each type of anomaly (4)
    :all?                false to look only for what breaks the weakest of the levels (true)
    :threads             how many threads to use (one a processor)
    :directory           where to write a report with pictures

  Returns what Elle returns: `:valid?` (true, false, or :unknown with the `:cause`), and where something is wrong
  `:anomaly-types`, `:anomalies`, `:not` and `:also-not`. Beyond that, `:minos` has each level's verdict with the engine's own
  types and witnesses in words.

      (:valid? (check {:levels [:causal]}
                      [{:process 0, :type :ok, :f :txn, :value [[:append :x 1]]}
                       {:process 0, :type :ok, :f :txn, :value [[:r :x [1]]]}]))
      ; => true"
  ([history] (check {} history))
  ([opts history]
   (options/requirements opts) ; complains before the work begins
   (let [start (System/nanoTime)
         converted (engine-history opts history)]
     (judge-and-tell opts converted (if (file? history) (str history) "history") (millis-since start)))))

(defn check-file
  "Judges the history in a file, plain or compressed by gzip, in any format that Minos reads. Otherwise as `check`.

      (:not (check-file {:levels [:read-atomic]} \"test/histories/read-committed/fractured-read.edn\"))
      ; => #{:read-atomic :consistent-view}"
  ([path] (check-file {} path))
  ([opts path] (check opts (io/file path))))

(defn levels
  "The verdicts of all levels that a history can be asked for, weakest first: a vector of pairs of a level's name and true, false
  or :unknown. Takes the options of `check` that concern reading and judging.

      (first (filter (comp false? second) (levels {} \"test/histories/read-committed/fractured-read.edn\")))
      ; => [:read-atomic false]"
  [opts history]
  (let [order (models/order (:order opts :session))
        converted (engine-history opts history)]
    (mapv (fn [^Verdict verdict]
            [(keyword (.text (.level verdict)))
             (condp = (.answer verdict) Verdict$Answer/TRUE true, Verdict$Answer/FALSE false, :unknown)])
          (Minos/check converted (Minos/askable converted order) (options/engine (assoc opts :all? false) order)))))
