(ns minos.models
  "The names of consistency models and anomalies, and what they mean here.

  A *requirement* is a pair `[Level Order]` of the engine: an isolation level, and the order between transactions that
  a commit order must respect. A Jepsen name such as `:serializable` or `:strong-session-snapshot-isolation` stands for
  one requirement; one requirement implies another when its level and its order both do."
  (:require [clojure.set :as set]
            [clojure.string :as str])
  (:import (minos.model AnomalyType Level Order)))

(set! *warn-on-reflection* true)

(def ^:private jepsen-models
  "Jepsen's names with Jepsen's meaning: the name that Elle's results use, its other names, the level and the order. Where that
  is `:open`, the name does not tell the order: it is session order, as in the papers that define these levels."
  [[:read-uncommitted [:PL-1] "read-uncommitted" :none]
   [:read-committed [:PL-2] "adya-read-committed" :none]
   [:monotonic-atomic-view [] "read-committed" :none]
   [:consistent-view [:PL-2+] "parallel-snapshot-isolation" :none]
   [:snapshot-isolation [:PL-SI] "snapshot-isolation" :none]
   [:repeatable-read [:PL-2.99] "serializable" :none]
   [:serializable [:PL-3 :conflict-serializable] "serializable" :none]
   [:read-atomic [] "read-atomic" :open]
   [:causal-cerone [:causal] "causal" :open]
   [:prefix [] "prefix" :open]
   [:parallel-snapshot-isolation [] "parallel-snapshot-isolation" :open]
   [:strong-session-read-uncommitted [:strong-session-PL-1] "read-uncommitted" :session]
   [:strong-session-read-committed [:strong-session-PL-2] "adya-read-committed" :session]
   [:strong-session-snapshot-isolation [] "snapshot-isolation" :session]
   [:strong-session-serializable [] "serializable" :session]
   [:strong-read-uncommitted [:strong-PL-1] "read-uncommitted" :real-time]
   [:strong-read-committed [:strong-PL-2] "adya-read-committed" :real-time]
   [:strong-snapshot-isolation [] "snapshot-isolation" :real-time]
   [:strong-serializable [:strict-serializable :PL-SS] "strict-serializable" :real-time]
   [:linearizable [] "linearizable" :real-time]])

(defn level
  "The engine's level of that name or alias (keyword, symbol or string), or nil."
  ^Level [name]
  (.orElse (Level/named (clojure.core/name name)) nil))

(defn order
  "The engine's order of that name: `:none`, `:session` or `:real-time`."
  ^Order [name]
  (or (.orElse (Order/named (clojure.core/name name)) nil)
      (throw (IllegalArgumentException.
               (str "no order is called " (pr-str name) "; there are :none, :session and :real-time")))))

(defn- requirement [^Level level ^Order order]
  [level (if (.needsRealTime level) Order/REAL_TIME order)])

(def ^:private by-name
  "Every Jepsen name, the other ones too, to its row above."
  (into {} (for [[model others :as row] jepsen-models, name (cons model others)] [name row])))

(defn- own-name
  "A name of the engine's that is not also one of Jepsen's."
  [name]
  (when-not (by-name name) (level name)))

(defn known-names
  "All names that `:consistency-models` may have: Jepsen's, and the engine's where Jepsen has no other use for them."
  []
  (into (sorted-set)
        (concat (keys by-name)
                (for [^Level level (Level/values)
                      name (cons (.text level) (.aliases level))
                      :when (own-name (keyword name))]
                  (keyword name)))))

(defn- unknown-name [kind name known]
  (IllegalArgumentException. (str "no " kind " is called " (pr-str name) "; there are " (str/join ", " known))))

(defn model->requirement
  "What a name of `:consistency-models` asks for. `order` (or nil) is what the user asked for: it holds for each name
  that does not begin with strong or strict.

      (model->requirement :snapshot-isolation nil) ; => [Level/SNAPSHOT_ISOLATION Order/NONE]"
  [model order-name]
  (let [model (keyword model)
        asked (some-> order-name order)]
    (if-let [[_ _ level-name fixed] (by-name model)]
      (requirement (level level-name)
                   (case fixed
                     :none (or asked Order/NONE)
                     :open (or asked Order/SESSION)
                     (order fixed)))
      (if-let [level (own-name model)]
        (requirement level (or asked Order/SESSION))
        (throw (unknown-name "consistency model that Minos can judge" model (known-names)))))))

(defn level->requirement
  "What a name of `:levels`, one of the engine's own, asks for; the order is session order unless `order-name` is given."
  [name order-name]
  (if-let [level (level name)]
    (requirement level (if order-name (order order-name) Order/SESSION))
    (throw (unknown-name "level" name (map #(keyword (.text ^Level %)) (Level/values))))))

(defn implies?
  "Whether each history that satisfies requirement `a` satisfies `b` too."
  [[^Level level-a ^Order order-a] [^Level level-b ^Order order-b]]
  (and (.implies level-a level-b)
       (>= (.ordinal order-a) (.ordinal order-b))))

(def ^:private model-requirements
  "The models that results speak of; linearizability is not about transactions."
  (into {}
        (comp (map first) (remove #{:linearizable}) (map (juxt identity #(model->requirement % nil))))
        jepsen-models))

(defn boundary
  "The Jepsen models that a history cannot satisfy if it breaks all of `requirements`: `:not` has the weakest of them,
  `:also-not` the rest."
  [requirements]
  (let [broken (into {} (filter (fn [[_ r]] (some #(implies? r %) requirements))) model-requirements)
        weakest? (fn [[_ r]] (not-any? (fn [[_ other]] (and (not= r other) (implies? r other))) broken))
        weakest (into (sorted-set) (map key) (filter weakest? broken))]
    {:not weakest
     :also-not (into (sorted-set) (remove weakest) (keys broken))}))

;; Anomalies

(def ^:private variants
  "How the name of a cycle ends when it needs an edge of session order or of real time."
  [["" Order/NONE] ["-process" Order/SESSION] ["-realtime" Order/REAL_TIME]])

(defn- found
  "Elle's name for a type that the engine finds, and the weakest level that it breaks."
  [^AnomalyType type]
  [(.elle (.names type)) (.rulesOut type)])

(def ^:private cycles
  "Cycles by Elle's names, the worst first: the weakest level that each breaks, and what it is a special case of."
  [[(found AnomalyType/G0) ["G1c"]]
   [(found AnomalyType/G1C) ["G1"]]
   [(found AnomalyType/G_SINGLE) ["G-single" "G-nonadjacent-item"]]
   [(found AnomalyType/G_NONADJACENT) ["G-nonadjacent" "G2-item"]]
   [(found AnomalyType/G2_ITEM) ["G2"]]
   ;; With predicates; nothing found here has any, but they can be asked for.
   [["G1" Level/ADYA_READ_COMMITTED] []]
   [["G-single" Level/PARALLEL_SNAPSHOT_ISOLATION] ["G-nonadjacent"]]
   [["G-nonadjacent" Level/SNAPSHOT_ISOLATION] ["G2"]]
   [["G2" Level/SERIALIZABLE] []]])

(def ^:private others
  "The anomalies that are no cycles: as above."
  [[(found AnomalyType/ABORTED_READ) ["G1"]]
   [(found AnomalyType/INTERMEDIATE_READ) ["G1"]]
   [(found AnomalyType/THIN_AIR_READ) ["G1a"]]
   [(found AnomalyType/FUTURE_READ) ["G1c"]]
   [(found AnomalyType/INCOMPATIBLE_ORDER) ["G1a"]]
   [(found AnomalyType/DUPLICATE_ELEMENTS) []]
   [(found AnomalyType/LOST_UPDATE) ["write-skew" "G2-item"]]
   ;; What Elle counts against other levels than the engine, or names otherwise.
   [["internal" Level/READ_ATOMIC] []]
   [["dirty-update" Level/ADYA_READ_COMMITTED] ["G1a"]]
   [["write-skew" Level/SERIALIZABLE] ["G2"]]])

(def ^:private anomaly-table
  "Anomaly name to the weakest requirement that it breaks and to the anomalies that it is a special case of."
  (into (into {} (map (fn [[[name level] above]]
                        [(keyword name) {:breaks (requirement level Order/NONE), :above (mapv keyword above)}]))
              others)
        (for [[[name level] above] cycles
              [i [suffix order]] (map-indexed vector variants)
              :let [wider (when-let [[suffix] (get variants (inc i))] (keyword (str name suffix)))]]
          [(keyword (str name suffix))
           {:breaks (requirement level order)
            :above (cond-> (mapv #(keyword (str % suffix)) above) wider (conj wider))}])))

(def never-found
  "Elle's other names of anomalies. They may be asked for, but neither Elle nor Minos looks for them, except for
  `:cyclic-versions`, which cannot arise here: version orders are searched for, not assumed."
  #{:cyclic-versions :G-cursor :G-monotonic :G-MSR :G-SI :G-SIb :GSI :GSIa :GSIb :G-update :predicate-read-miss})

(defn anomaly->requirement
  "The weakest requirement that an anomaly breaks: what must be judged to find it. Nil for those never found."
  [anomaly]
  (or (:breaks (anomaly-table anomaly))
      (when-not (never-found anomaly)
        (throw (unknown-name "anomaly" anomaly (sort (into never-found (keys anomaly-table))))))))

(defn anomalies-implying
  "All anomalies whose presence means that one of `anomalies` is present, these included.

      (anomalies-implying [:G1c]) ; => #{:G0 :G1c :future-read}"
  [anomalies]
  (loop [known (set anomalies)]
    (let [more (set/difference (set (for [[name {:keys [above]}] anomaly-table, :when (some known above)] name)) known)]
      (if (seq more) (recur (into known more)) known))))
