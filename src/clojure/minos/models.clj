(ns minos.models
  "The names of consistency models and anomalies, and what they mean here.

  A *requirement* is a pair `[Level Order]` of the engine: an isolation level, and the order between transactions that
  a commit order must respect. Each of Jepsen's names stands for one requirement; one requirement implies another when its
  level and its order both do.

  What an anomaly rules out, and which anomalies a model forbids, is as in Jepsen (jepsen.io/consistency), so that results say
  what Elle's would say of the same anomalies."
  (:require [clojure.set :as set]
            [clojure.string :as str])
  (:import (minos.model AnomalyType Level Order)))

(set! *warn-on-reflection* true)

;; Models

(def ^:private jepsen-models
  "Jepsen's models: the name that results use, its other names, the level and the order that are judged, the models
  right below it, and the anomalies that it forbids beyond those of these. Where the order is `:open`, the name does not tell it: it is
  session order, as in the papers that define these levels. Where the level is nil, what the models below demand is judged, and
  beyond that only the anomalies."
  [[:read-uncommitted [:PL-1] "read-uncommitted" :none [] [:G0 :duplicate-elements :cyclic-versions :PL-1-cycle-exists]]
   [:read-committed [:PL-2] "adya-read-committed" :none [:read-uncommitted] [:G1 :PL-2-cycle-exists]]
   [:monotonic-view [:PL-2L] nil :none [:read-committed] [:G-monotonic]]
   [:monotonic-snapshot-read [:PL-MSR] nil :none [:read-committed] [:G-MSR]]
   [:cursor-stability [:PL-CS] nil :none [:read-committed] [:G-cursor :lost-update]]
   [:monotonic-atomic-view [] "read-committed" :none [:read-committed] [:G1]]
   [:read-atomic [] "read-atomic" :open [:monotonic-atomic-view] [:internal :G1a :future-read]]
   [:update-atomic [] "update-atomic" :open [:read-atomic] [:lost-update]]
   [:causal-cerone [] "causal" :open [:read-atomic] [:internal :G1a]]
   [:prefix [] "prefix" :open [:causal-cerone] [:internal :G1a]]
   [:parallel-snapshot-isolation [] "parallel-snapshot-isolation" :open [:causal-cerone :update-atomic] [:internal :G1a]]
   [:consistent-view [:PL-2+] "parallel-snapshot-isolation" :none [:cursor-stability :monotonic-view] [:G1 :G-single]]
   ;; Where no clock says which transaction began after which committed, all may have begun first: nothing is added to PL-2+.
   [:forward-consistent-view [:PL-FCV] "parallel-snapshot-isolation" :none [:consistent-view] [:G1 :G-SIb]]
   [:update-serializable [:PL-3U] "update-serializable" :none [:forward-consistent-view] [:G1 :G-update]]
   [:snapshot-isolation [:PL-SI] "snapshot-isolation" :none
    [:forward-consistent-view :monotonic-atomic-view :monotonic-snapshot-read :parallel-snapshot-isolation :prefix]
    [:internal :G1 :G-SI :G-nonadjacent :PL-SI-cycle-exists]]
   [:repeatable-read [:PL-2.99] "repeatable-read" :none [:cursor-stability :monotonic-atomic-view]
    [:G1 :G2-item :lost-update :PL-2.99-cycle-exists]]
   [:view-serializable [] "serializable" :none [] []]
   [:1SR [] "serializable" :none [] []]
   [:serializable [:PL-3 :conflict-serializable] "serializable" :none
    [:repeatable-read :update-serializable :snapshot-isolation :view-serializable]
    [:internal :G1 :G2 :predicate-read-miss :PL-3-cycle-exists]]
   [:session-serializable [] "serializable" :session [:1SR] []]
   [:strong-session-read-uncommitted [:strong-session-PL-1] "read-uncommitted" :session [:read-uncommitted]
    [:G0-process :strong-session-PL-1-cycle-exists]]
   [:strong-session-read-committed [:strong-session-PL-2] "adya-read-committed" :session
    [:read-committed :strong-session-read-uncommitted] [:G1c-process :strong-session-PL-2-cycle-exists]]
   [:strong-session-snapshot-isolation [] "snapshot-isolation" :session [:snapshot-isolation :strong-session-read-committed]
    [:internal :G1-process :G-nonadjacent-process :strong-session-snapshot-isolation-cycle-exists]]
   [:strong-session-serializable [] "serializable" :session [:serializable :strong-session-snapshot-isolation]
    [:G1-process :G2-process :strong-session-serializable-cycle-exists]]
   [:strong-read-uncommitted [:strong-PL-1] "read-uncommitted" :real-time [:strong-session-read-uncommitted]
    [:G0-realtime :strong-PL-1-cycle-exists]]
   [:strong-read-committed [:strong-PL-2] "adya-read-committed" :real-time
    [:strong-session-read-committed :strong-read-uncommitted] [:G1c-realtime :strong-PL-2-cycle-exists]]
   [:strong-snapshot-isolation [] "snapshot-isolation" :real-time [:strong-session-snapshot-isolation :strong-read-committed]
    [:internal :G1-realtime :G-nonadjacent-realtime :strong-snapshot-isolation-cycle-exists]]
   [:strong-serializable [:strict-serializable :PL-SS] "strict-serializable" :real-time
    [:serializable :linearizable :strong-snapshot-isolation :strong-session-serializable :session-serializable]
    [:G1 :G1c-realtime :G2-realtime :PL-SS-cycle-exists]]
   ;; Of single objects; here a transaction takes the place of an operation.
   [:monotonic-reads [] "monotonic-reads" :session [] []]
   [:monotonic-writes [] "monotonic-writes" :session [] []]
   [:read-your-writes [] "read-your-writes" :session [] []]
   [:writes-follow-reads [] "writes-follow-reads" :session [] []]
   [:PRAM [] nil :session [:monotonic-reads :monotonic-writes :read-your-writes] []]
   [:causal [] "causal" :open [:writes-follow-reads :PRAM] []]
   [:sequential [] "serializable" :session [:causal] []]
   [:linearizable [] "linearizable" :real-time [:sequential] []]])

(def ^:private stronger-than-known
  "Of models that no level stands for, a level that they imply, which Jepsen's hierarchy does not say. Who has seen a transaction and then
  reads what it replaced is on a cycle with one anti-dependency, from a read to what an earlier read depends on: `G-monotonic`. Nor can two
  snapshots be of that, the second of which is not older than the first."
  {:monotonic-view "read-committed", :monotonic-snapshot-read "read-committed"})

(defn level
  "The engine's level of that name or alias (keyword, symbol or string), or nil."
  ^Level [name]
  (.orElse (Level/named (clojure.core/name name)) nil))

(defn order
  "The engine's order of that name: `:none`, `:session`, `:per-group-real-time`, `:per-key-real-time` or `:real-time`."
  ^Order [name]
  (or (.orElse (Order/named (clojure.core/name name)) nil)
      (throw (IllegalArgumentException.
               (str "no order is called " (pr-str name) "; there are :none, :session, :per-group-real-time, :per-key-real-time and :real-time")))))

(defn- requirement [^Level level ^Order order]
  [level (if (.needsRealTime level) Order/REAL_TIME order)])

(def ^:private by-name
  "Every Jepsen name, the other ones too, to its model."
  (into {} (for [[model others level order below forbids] jepsen-models
                 name (cons model others)]
             [name {:model model, :level level, :order order, :below below, :forbids forbids}])))

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

(defn- all-below
  "A model of Jepsen's, and all that it implies."
  [model]
  (loop [known #{}, [m & more] [model]]
    (cond (nil? m) known
          (known m) (recur known more)
          :else (recur (conj known m) (concat more (:below (by-name m)))))))

(defn implies?
  "Whether each history that satisfies requirement `a` satisfies `b` too."
  [[^Level level-a ^Order order-a] [^Level level-b ^Order order-b]]
  (and (.implies level-a level-b)
       (>= (.ordinal order-a) (.ordinal order-b))))

(defn- named-requirement
  "What a model of Jepsen's demands of the engine by its own name; nil if there is no such level."
  [model asked]
  (let [{level-name :level, order-name :order} (by-name model)]
    (when-let [level (some-> level-name level)]
      (requirement level
                   (case order-name
                     :none (or asked Order/NONE)
                     :open (or asked Order/SESSION)
                     (order order-name))))))

(defn model->requirements
  "What a name of `:consistency-models` asks for: one requirement, but several or none for a model that is not judged by
  itself. `order-name` (or nil) is what the user asked for: it holds for each name that does not begin with strong or strict.

      (model->requirements :snapshot-isolation nil) ; => [[Level/SNAPSHOT_ISOLATION Order/NONE]]"
  [model order-name]
  (let [model (keyword model)
        asked (some-> order-name order)]
    (if-let [known (:model (by-name model))]
      (if-let [r (named-requirement known asked)]
        [r]
        (let [implied (some->> (stronger-than-known known) level (#(requirement % (or asked Order/NONE))))
              below (cond->> (keep #(named-requirement % asked) (all-below known)) implied (cons implied))]
          (vec (distinct (remove (fn [r] (some #(and (not= r %) (implies? % r)) below)) below)))))
      (if-let [level (own-name model)]
        [(requirement level (or asked Order/SESSION))]
        (throw (unknown-name "consistency model" model (known-names)))))))

(defn unjudged?
  "Whether a model forbids what no level of the engine stands for, so that its anomalies must be looked for."
  [model]
  (let [{:keys [model level]} (by-name (keyword model))]
    (boolean (and model (nil? level)))))

(defn level->requirement
  "What a name of `:levels`, one of the engine's own, asks for; the order is session order unless `order-name` is given."
  [name order-name]
  (if-let [level (level name)]
    (requirement level (if order-name (order order-name) Order/SESSION))
    (throw (unknown-name "level" name (map #(keyword (.text ^Level %)) (Level/values))))))

(defn model-order
  "The order between transactions whose edges Elle would look at for a model of that name."
  ^Order [model order-name]
  (let [asked (or (some-> order-name order) Order/NONE)]
    (if-let [{:keys [order]} (by-name (keyword model))]
      (case order (:none :open) asked, (minos.models/order order))
      (if order-name asked Order/SESSION))))

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
   ;; With predicates.
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
   [(found AnomalyType/DIRTY_UPDATE) ["G1a"]]
   [(found AnomalyType/CYCLIC_VERSIONS) []]
   [(found AnomalyType/LOST_UPDATE) ["write-skew" "G2-item"]]
   [(found AnomalyType/PREDICATE_READ_MISS) []]
   ;; What Elle counts against other levels than the engine, or names otherwise.
   [["internal" Level/READ_ATOMIC] []]
   [["write-skew" Level/SERIALIZABLE] ["G2"]]
   [["PL-1-cycle-exists" Level/READ_UNCOMMITTED] []]
   [["PL-2-cycle-exists" Level/ADYA_READ_COMMITTED] []]
   [["PL-SI-cycle-exists" Level/SNAPSHOT_ISOLATION] []]
   [["PL-2.99-cycle-exists" Level/SERIALIZABLE] []]
   [["PL-3-cycle-exists" Level/SERIALIZABLE] []]])

(def ^:private anomaly-table
  "Anomaly name to the weakest requirement that it breaks and to the anomalies that it is a special case of."
  (into (into {:GSIb {:above [:GSI]}, :GSIa {:above [:GSI]}}
              (map (fn [[[name level] above]]
                     [(keyword name) {:breaks (requirement level Order/NONE), :above (mapv keyword above)}]))
              others)
        (for [[[name level] above] cycles
              [i [suffix order]] (map-indexed vector variants)
              :let [wider (when-let [[suffix] (get variants (inc i))] (keyword (str name suffix)))]]
          [(keyword (str name suffix))
           {:breaks (requirement level order)
            :above (cond-> (mapv #(keyword (str % suffix)) above)
                     wider (conj wider)
                     (= ["G-single" ""] [name suffix]) (conj :GSIb))}])))

(def never-found
  "Elle's other names of anomalies. They may be asked for, but neither Elle nor Minos looks for them."
  (into #{:G-cursor :G-monotonic :G-MSR :G-SI :G-SIb :GSI :GSIa :GSIb :G-update}
        (for [[_ _ _ order _ forbids] jepsen-models, :when (not= :none order), anomaly forbids
              :when (str/ends-with? (name anomaly) "-cycle-exists")]
          anomaly)))

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

(defn anomalies-implied
  "All anomalies that are present if one of `anomalies` is, these included."
  [anomalies]
  (loop [known (set anomalies)]
    (let [more (set/difference (set (mapcat (comp :above anomaly-table) known)) known)]
      (if (seq more) (recur (into known more)) known))))

;; What models and anomalies say of each other

(defn prohibited
  "The anomalies whose presence breaks one of Jepsen's models of these names."
  [models]
  (anomalies-implying (for [name models
                            :let [model (:model (by-name (keyword name)))]
                            :when model
                            below (all-below model)
                            anomaly (:forbids (by-name below))]
                        anomaly)))

(def ^:private all-models (map first jepsen-models))

(defn ruled-out
  "The models of Jepsen's that a history with these anomalies cannot satisfy."
  [anomalies]
  (let [implied (anomalies-implied anomalies)
        broken (set (filter #(some implied (:forbids (by-name %))) all-models))]
    (into (sorted-set) (filter #(some broken (all-below %))) all-models)))

(defn weakest
  "Those of a set of Jepsen's models that imply no other of them."
  [models]
  (into (sorted-set) (filter (fn [m] (= #{m} (set/intersection (all-below m) models)))) models))

(defn boundary
  "The models of Jepsen's that a history with these anomalies cannot satisfy: `:not` has the weakest of them, `:also-not` the
  rest."
  [anomalies]
  (let [broken (ruled-out anomalies)
        least (weakest broken)]
    {:not least, :also-not (into (sorted-set) (remove least) broken)}))

(defn broken-by
  "The models of Jepsen's that a history cannot satisfy if it breaks all of `requirements`, and the weakest of them. Those of
  which Jepsen says nothing are left out."
  [requirements]
  (let [speaking (filter (comp seq :forbids by-name) all-models)
        judged (into {} (keep #(when-let [r (named-requirement % nil)] [% r])) speaking)
        broken (into {} (filter (fn [[_ r]] (some #(implies? r %) requirements))) judged)
        below? (fn [[model r] [other s]] (and (not= model other) (implies? r s) (or (not= r s) (contains? (all-below model) other))))]
    {:broken (set (keys broken))
     :weakest (into (sorted-set) (comp (remove (fn [m] (some #(below? m %) broken))) (map key)) broken)}))
