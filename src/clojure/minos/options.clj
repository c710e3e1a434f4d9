(ns minos.options
  "What the options of a check ask for."
  (:require [minos.models :as models])
  (:import (minos.history InitialValues Model)
           (minos.model Level Options Order)
           (minos.util Deadline Progress)))

(set! *warn-on-reflection* true)

(def default-models "What Elle judges when nothing else is asked for." [:strict-serializable])

(defn- by-requirement
  "Names by the requirement that each stands for, in the order of the names."
  [names requirement]
  (reduce (fn [asked name]
            (let [r (requirement name)]
              (if-let [i (first (keep-indexed #(when (= r (:requirement %2)) %1) asked))]
                (update-in asked [i :asked] conj name)
                (conj asked {:requirement r, :asked [name]}))))
          [] (distinct names)))

(defn requirements
  "What must be judged: maps with `:requirement` and `:asked`, the names that stand for it. Those with `:anomaly?` are
  judged only to find anomalies."
  [{:keys [levels order anomalies] :as opts}]
  (let [models (:consistency-models opts (when-not (contains? opts :levels) default-models))
        for-models (concat (by-requirement levels #(models/level->requirement % order))
                           (by-requirement models #(models/model->requirement % order)))
        for-anomalies (by-requirement (remove models/never-found anomalies) models/anomaly->requirement)]
    (run! models/anomaly->requirement anomalies)
    (concat for-models (map #(assoc % :anomaly? true) for-anomalies))))

(defn- threads [opts]
  (int (or (:threads opts) (.threads Options/DEFAULT))))

(defn reading
  "How to read a history: the engine's `:model` and `:initial`, each nil if it is not asked for, and how many `:threads` to use."
  [{:keys [model initial] :as opts}]
  {:model (when model
            (or (Model/named (name model))
                (throw (IllegalArgumentException.
                         (str "no model is called " (pr-str model) "; there are :list-append, :rw-register and :lwt")))))
   :initial (case initial
              nil nil
              :infer InitialValues/INFER
              (throw (IllegalArgumentException. (str ":initial can only be :infer, not " (pr-str initial)))))
   :threads (threads opts)})

(defn engine
  "The engine's options, for one order."
  ^Options [{:keys [timeout-ms max-witnesses all?] :or {max-witnesses 4, all? true} :as opts} ^Order order]
  (Options. order
            (boolean all?)
            (int max-witnesses)
            false
            (threads opts)
            (if timeout-ms (Deadline/after (/ timeout-ms 1000.0)) Deadline/NEVER)
            Progress/NONE))

(defn- at-least? [level order requirements]
  (every? #(models/implies? (:requirement %) [level order]) requirements))

(defn- assumption
  "Why a version order that Elle would assume is not used; nil if it follows from what is judged anyway."
  [option requirements]
  (let [[follows? where]
        (case option
          :wfr-keys? [(at-least? Level/PARALLEL_SNAPSHOT_ISOLATION Order/NONE requirements)
                      "parallel snapshot isolation and stronger levels"]
          :sequential-keys? [(at-least? Level/READ_UNCOMMITTED Order/SESSION requirements) "session order"]
          :linearizable-keys? [(at-least? Level/READ_UNCOMMITTED Order/REAL_TIME requirements) "real-time order"])]
    (when-not follows?
      (str "not assumed: version orders are searched for, so every violation found stands without it; it follows from "
           where ", and adds nothing there"))))

(def ^:private elle-only
  "Options of Elle's that have no use here, and why."
  {:additional-graphs "edges of a user's own are not supported; :order chooses between session order and real time"
   :cycle-search-timeout "cycles are found without a time limit; :timeout-ms limits the whole check"
   :plot-timeout "pictures need no time limit"
   :max-plot-bytes "pictures of more than 60 transactions are not drawn"})

(defn ignored
  "The options that were given and have no effect, each with the reason."
  [opts requirements]
  (let [given? #(some? (get opts %))]
    (into (sorted-map)
          (concat
            (filter (comp given? key) elle-only)
            (when-not (contains? #{nil :svg :dot} (:plot-format opts))
              [[:plot-format "pictures are drawn as SVG and DOT"]])
            (for [option [:wfr-keys? :sequential-keys? :linearizable-keys?]
                  :when (get opts option)
                  :let [why (if (= :list-append (:model opts))
                              "lists show their version orders themselves"
                              (assumption option requirements))]
                  :when why]
              [option why])
            (for [anomaly (filter models/never-found (:anomalies opts))]
              [anomaly "asked for among :anomalies, but nothing looks for it"])))))
