(ns minos.options
  "What the options of a check ask for."
  (:require [minos.models :as models])
  (:import (java.time Duration)
           (java.util Collection)
           (minos Minos Question)
           (minos.history InitialValues Model)
           (minos.model Level Order Requirement)
           (minos.util Nearest)))

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

(defn- model ^Model [name]
  (or (.orElse (Model/named (clojure.core/name name)) nil)
      (throw (IllegalArgumentException.
               (str "no model is called " (pr-str name) "; there are :list-append, :rw-register and :lwt")))))

(defn- initial ^InitialValues [name]
  (if (= :infer name)
    InitialValues/INFER
    (throw (IllegalArgumentException. (str ":initial can only be :infer, not " (pr-str name))))))

(defn question
  "What the options ask of a history, and what may be spent on it: for `requirements`, or with nil for every level that the history
  can be asked for."
  ^Question [{:keys [timeout-ms max-memory max-witnesses all? threads order] :as opts} requirements]
  (cond-> (-> (Minos/ask (make-array Level 0))
              (.order (models/order (or order :session)))
              (.all (not (false? all?)))
              (.witnesses (int (or max-witnesses 4))))
    requirements (.requirements (mapv (fn [{[level order] :requirement}] (Requirement. level order)) requirements))
    (:model opts) (.model (model (:model opts)))
    (:initial opts) (.initial (initial (:initial opts)))
    timeout-ms (.timeout (Duration/ofNanos (long (* 1e6 (double timeout-ms)))))
    max-memory (.maxMemory (long max-memory))
    threads (.threads (int threads))))

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

(def known
  "The names of all options: those of `minos.core/check`, and Elle's."
  (into #{:consistency-models :levels :order :anomalies :model :initial :timeout-ms :max-memory :max-witnesses :all? :threads
          :directory :plot-format :wfr-keys? :sequential-keys? :linearizable-keys?}
        (keys elle-only)))

(defn nearest
  "The option that was probably meant by a name; nil if none is near."
  [option]
  (some-> (when (keyword? option) (Nearest/to (name option) (map name known))) keyword))

(defn- validate-values
  "Complains of values that are not of the kind that their option takes."
  [opts]
  (doseq [option [:consistency-models :levels :anomalies]
          :let [value (get opts option)]
          :when (not (or (nil? value) (instance? Collection value)))]
    (throw (IllegalArgumentException. (str option " takes several names, as in " (pr-str [value]) ", not " (pr-str value)))))
  (doseq [option [:timeout-ms :max-memory :max-witnesses :threads]
          :let [value (get opts option)]
          :when (not (or (nil? value) (number? value)))]
    (throw (IllegalArgumentException. (str option " takes a number, not " (pr-str value))))))

(defn validate
  "Complains of options that nobody knows, and of values that mean nothing. Returns the options."
  [opts]
  (doseq [option (keys opts), :when (not (known option))]
    (throw (IllegalArgumentException.
             (str "no option is called " (pr-str option)
                  (if-let [meant (nearest option)] (str "; did you mean " meant "?") (str "; there are " (pr-str (sort known))))))))
  (validate-values opts)
  (question opts (requirements opts))
  opts)
