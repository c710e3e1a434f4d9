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
           (minos Judgement Question Source)
           (minos.history History)
           (minos.io HistoryFiles ReadOptions)
           (minos.model Order Requirement Verdict Verdict$Answer)
           (minos.render Judged)))

(set! *warn-on-reflection* true)

(defn- file? [history]
  (or (string? history) (instance? File history) (instance? Path history)))

(defn- read-history
  "The engine's form of a history: of a sequence of operations, or of a file (a name, `File` or `Path`) in any format that Minos
  reads."
  ^History [^ReadOptions reading history orderless?]
  (if (file? history)
    (HistoryFiles/read (str history) reading)
    (convert/history reading history orderless?)))

(defn- judgement
  "What the engine says of a history; `asked` are the requirements, or nil for all. There is one time limit and one of memory,
  for reading and judging together."
  ^Judgement [^Question question asked history]
  (let [orderless? (and (some? asked) (every? (fn [{[_ order] :requirement}] (= Order/NONE order)) asked))]
    (.judge question
            (if (file? history) (str history) "history")
            (reify Source
              (read [_ reading] (read-history reading history orderless?))))))

(defn engine-history
  "The engine's form of a history, as `check` would judge it. Takes the options of `check`."
  ^History [opts history]
  (options/validate opts)
  (.get (.history (judgement (options/question opts []) nil history))))

(defn- judged-alone?
  "Whether verdicts are all there is to know: every one is true, and nothing was asked for that no level stands for."
  [judgements opts]
  (and (empty? (:anomalies opts))
       (not-any? models/unjudged? (:consistency-models opts))
       (every? (fn [{:keys [^Verdict verdict]}] (= Verdict$Answer/TRUE (.answer verdict))) judgements)))

(defn- result
  "The result for what was judged; `asked` are the requirements."
  [{:keys [directory] :as opts} asked ^Judgement judgement]
  (let [history (.orElse (.history judgement) nil)
        judged (Judged. (.name judgement) history (.verdicts judgement)
                        (.toMillis (.readTime judgement)) (.toMillis (.judgeTime judgement)))
        judgements (mapv (fn [{[level order] :requirement :as asked}]
                           (assoc asked :verdict (.get (.verdict judgement (Requirement. level order)))))
                         asked)
        {:keys [order keeps-updates?] :as looked-for} (options/looked-for opts asked)
        connected? (.isConnected judgement order)
        result (result/result judged judgements
                              (assoc looked-for
                                :claims (filterv (fn [^Verdict verdict] (.isClaim verdict)) (.verdicts judgement))
                                :connected? connected?
                                :phenomena (when-not (and connected? (judged-alone? judgements opts))
                                             (.phenomena judgement order keeps-updates?))
                                :ignored (options/ignored opts)))]
    (if (and directory history) (files/write result opts judgement) result)))

(defn check
  "Judges a history: a sequence of Jepsen operations (maps, or a `jepsen.history` history), or the name of a file.

  Options, all of them optional:

    :consistency-models  names of models, Jepsen's meaning (`minos.models/known-names`); `[:strict-serializable]` if
                         neither this nor :levels is given
    :levels              names of the engine's levels, in the strong session form unless :order says otherwise
    :order               :none, :session, :per-group-real-time, :per-key-real-time or :real-time
    :anomalies           Elle's names of anomalies that are also not wanted
    :model               :list-append, :rw-register, :lwt, :set, :closed-predicate, :g2, :counter, :bank, :mutex, :queue or
                         :fifo-queue; recognised if not given
    :negative-balances?  true if the accounts of a bank may be overdrawn
    :unmarked            for the model :mixed, the level of operations that do not say at which they ran (`:isolation`)
    :initial             :infer if registers had values before the history began
    :database-order      what to do with the order in which the database says that it committed (`:ts {:start 5, :commit 7}` in
                         operations, or Elle's :transaction-order): :guess, try it first; :claim, also judge whether this very
                         order explains the reads; :assume, take it for granted
    :timeout-ms          when to give up and answer :unknown; reading counts
    :cycle-search-timeout  how many milliseconds to go on once something is known to be wrong, to find more and shorter cases;
                         as long as it took so far if not given, 20 to 1000
    :max-memory          how many bytes all objects together may take before it is given up
    :max-witnesses       how many cases to show of each type of anomaly (4)
    :all?                false to look only for what breaks the weakest of the levels (true)
    :threads             how many threads to use (one a processor)
    :directory           where to write a report with pictures

  Elle's other options are accepted: `:sequential-keys?`, `:linearizable-keys?`, `:wfr-keys?` and `:transaction-order` are assumptions, as
  they are there; `:minos` has those without effect, under `:ignored`.

  Returns what Elle returns: `:valid?` (true, false, or :unknown with the `:cause`), and where something is wrong
  `:anomaly-types`, `:anomalies`, `:not` and `:also-not`. Beyond that, `:minos` has each level's verdict with the engine's own
  types and witnesses in words.

      (:valid? (check {:levels [:causal]}
                      [{:process 0, :type :ok, :f :txn, :value [[:append :x 1]]}
                       {:process 0, :type :ok, :f :txn, :value [[:r :x [1]]]}]))
      ; => true"
  ([history] (check {} history))
  ([opts history]
   (options/validate opts)
   (let [asked (options/requirements opts)]
     (result opts asked (judgement (options/question opts asked) asked history)))))

(defn check-file
  "Judges the history in a file, plain or compressed by gzip, in any format that Minos reads. Otherwise as `check`.

      (:not (check-file {:levels [:read-atomic]} \"test/histories/read-committed/fractured-read.edn\"))
      ; => #{:consistent-view :repeatable-read}"
  ([path] (check-file {} path))
  ([opts path] (check opts (io/file path))))

(defn levels
  "The verdicts of all levels that a history can be asked for, weakest first: a vector of pairs of a level's name and true, false
  or :unknown. Takes the options of `check` that concern reading and judging.

      (first (filter (comp false? second) (levels {} \"test/histories/read-committed/fractured-read.edn\")))
      ; => [:read-atomic false]"
  [opts history]
  (options/validate opts)
  (mapv (fn [^Verdict verdict]
          [(keyword (.text (.level verdict)))
           (condp = (.answer verdict) Verdict$Answer/TRUE true, Verdict$Answer/FALSE false, :unknown)])
        (.verdicts (judgement (options/question (assoc opts :all? false) nil) nil history))))
