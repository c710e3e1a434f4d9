(ns minos.options
  "What the options of a check ask for."
  (:require [clojure.string :as str]
            [minos.data :as data]
            [minos.models :as models])
  (:import (java.time Duration)
           (java.util Collection Map OptionalInt)
           (minos Minos Question Question$Places)
           (minos.history InitialValues Model)
           (minos.model Assumption DatabaseOrder Level Order Requirement)
           (minos.util Nearest)))

(set! *warn-on-reflection* true)

(def default-models "What Elle judges when nothing else is asked for." [:strict-serializable])

(defn- by-requirement
  "Names by the requirements that each stands for, in the order of the names."
  [names requirements]
  (reduce (fn [asked [name r]]
            (if-let [i (first (keep-indexed #(when (= r (:requirement %2)) %1) asked))]
              (update-in asked [i :asked] conj name)
              (conj asked {:requirement r, :asked [name]})))
          [] (for [name (distinct names), r (requirements name)] [name r])))

(defn- models [opts]
  (:consistency-models opts (when-not (contains? opts :levels) default-models)))

(defn requirements
  "What must be judged: maps with `:requirement` and `:asked`, the names that stand for it. Those with `:anomaly?` are
  judged only to find anomalies."
  [{:keys [levels order anomalies] :as opts}]
  (let [for-models (concat (by-requirement levels #(vector (models/level->requirement % order)))
                           (by-requirement (models opts) #(models/model->requirements % order)))
        for-anomalies (by-requirement (remove models/never-found anomalies) #(vector (models/anomaly->requirement %)))]
    (run! models/anomaly->requirement anomalies)
    (concat for-models (map #(assoc % :anomaly? true) for-anomalies))))

(defn looked-for
  "What is to be found beside the verdicts, as Elle would: `:order`, the order between transactions whose edges count;
  `:keeps-updates?`, whether an append that no list shows comes last; `:prohibited`, the anomalies that must not occur."
  [{:keys [levels order anomalies] :as opts} requirements]
  (let [orders (concat (map #(models/model-order % order) (models opts))
                       (map #(second (models/level->requirement % order)) levels)
                       (keep (comp second models/anomaly->requirement) anomalies))]
    {:order (reduce (fn [^Order a ^Order b] (if (< (.ordinal a) (.ordinal b)) b a)) Order/NONE orders)
     :keeps-updates? (boolean (some (fn [{[level] :requirement}] (.keepsUpdates ^Level level)) requirements))
     :prohibited (into (models/prohibited (models opts)) (models/anomalies-implying anomalies))}))

(defn- model ^Model [name]
  (or (.orElse (Model/named (clojure.core/name name)) nil)
      (throw (IllegalArgumentException.
               (str "no model is called " (pr-str name) "; there are :" (str/join ", :" (Model/names)))))))

(defn- initial ^InitialValues [name]
  (if (= :infer name)
    InitialValues/INFER
    (throw (IllegalArgumentException. (str ":initial can only be :infer, not " (pr-str name))))))

(defn- ranks
  "By transaction, its place in an order that is given as a map of `:index` to version, any comparable values."
  ^Question$Places [order]
  (let [place (zipmap (sort (distinct (vals order))) (range))]
    (reify Question$Places
      (of [_ history transaction]
        (if-let [version (find order (:index (data/op history transaction)))]
          (OptionalInt/of (int (place (val version))))
          (OptionalInt/empty))))))

(defn- database-order
  "What is done with the order in which the database says that it committed: Elle's `:transaction-order` is assumed if nothing else
  is said."
  ^DatabaseOrder [{:keys [database-order transaction-order]}]
  (let [use (or database-order (if transaction-order :assume :guess))]
    (or (.orElse (DatabaseOrder/named (if (keyword? use) (name use) (str use))) nil)
        (throw (IllegalArgumentException. (str ":database-order is :guess, :claim or :assume, not " (pr-str use)))))))

(defn- millis ^Duration [number]
  (Duration/ofNanos (long (* 1e6 (double number)))))

(defn question
  "What the options ask of a history, and what may be spent on it: for `requirements`, or with nil for every level that the history
  can be asked for."
  ^Question [{:keys [timeout-ms cycle-search-timeout max-memory max-witnesses all? threads order] :as opts} requirements]
  (cond-> (-> (Minos/ask (make-array Level 0))
              (.order (models/order (or order :session)))
              (.all (not (false? all?)))
              (.witnesses (int (or max-witnesses 4)))
              (.telling (millis (or cycle-search-timeout 20)) (millis (or cycle-search-timeout 1000))))
    requirements (.requirements (mapv (fn [{[level order] :requirement}] (Requirement. level order)) requirements))
    (:model opts) (.model (model (:model opts)))
    (:negative-balances? opts) (.negativeBalances true)
    (:initial opts) (.initial (initial (:initial opts)))
    (:unmarked opts) (.unmarked (first (models/level->requirement (:unmarked opts) nil)))
    (:wfr-keys? opts) (.assume Assumption/WRITES_FOLLOW_READS)
    (:sequential-keys? opts) (.assume Assumption/SEQUENTIAL_KEYS)
    (:linearizable-keys? opts) (.assume Assumption/LINEARIZABLE_KEYS)
    (:database-order opts) (.databaseOrder (database-order opts))
    (:transaction-order opts) (.databaseOrder (database-order opts) (ranks (:transaction-order opts)))
    timeout-ms (.timeout (millis timeout-ms))
    max-memory (.maxMemory (long max-memory))
    threads (.threads (int threads))))

(def ^:private elle-only
  "Options of Elle's that have no use here, and why."
  {:additional-graphs "edges of a user's own are not supported; :order chooses between session order and real time"
   :plot-timeout "pictures need no time limit"})

(def ^:private assumptions [:wfr-keys? :sequential-keys? :linearizable-keys? :transaction-order])

(defn ignored
  "The options that were given and have no effect, each with the reason."
  [opts]
  (let [given? #(some? (get opts %))]
    (into (sorted-map)
          (concat
            (filter (comp given? key) elle-only)
            (when-not (contains? #{nil :svg :dot} (:plot-format opts))
              [[:plot-format "pictures are drawn as SVG and DOT"]])
            (when (= :list-append (:model opts))
              (for [option assumptions, :when (get opts option)] [option "lists show their version orders themselves"]))
            (for [anomaly (filter models/never-found (:anomalies opts))]
              [anomaly "asked for among :anomalies, but nothing looks for it"])))))

(def known
  "The names of all options: those of `minos.core/check`, and Elle's."
  (into #{:consistency-models :levels :order :anomalies :model :initial :timeout-ms :max-memory :max-witnesses :all? :threads
          :cycle-search-timeout :negative-balances? :unmarked :database-order :directory :plot-format :max-plot-bytes}
        (concat assumptions (keys elle-only))))

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
  (when-not (instance? Map (or (:transaction-order opts) {}))
    (throw (IllegalArgumentException.
             (str ":transaction-order takes a map from the :index of operations to versions, not "
                  (pr-str (:transaction-order opts))))))
  (doseq [option [:timeout-ms :cycle-search-timeout :max-memory :max-witnesses :max-plot-bytes :threads]
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
