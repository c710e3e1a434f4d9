(ns minos.result
  "Verdicts of the engine in the shape of Elle's results: anomalies by Elle's names, each with its cases, and the models
  that they rule out. Nothing is judged here: a witness is told in other words."
  (:require [clojure.string :as str]
            [minos.data :as data]
            [minos.models :as models])
  (:import (minos.history History)
           (minos.model Anomaly AnomalyType Edge Edge$Kind Level Order Verdict Verdict$Answer Witness)
           (minos.render Judged)))

(set! *warn-on-reflection* true)

;; Cycles

(defn- kind? [kind ^Edge edge]
  (= kind (.kind edge)))

(defn- as-dependencies
  "The edges of a cycle as Elle would draw them. In a weak pattern a commit edge t2 → t1 stands for a read from t1 by some t3
  that comes after t2, which overwrote what t3 read. Where it is the only one, t3 → t2 is an anti-dependency, and what leads
  from t2 to t3 closes the cycle. Where there are several, each is a write dependency that the other way round would close
  such a cycle of its own."
  [^History history ^Witness witness]
  (let [edges (.cycle witness)
        inferred (filter #(kind? Edge$Kind/CO %) edges)]
    (if-not (and (.hasTap (.type witness)) (= 1 (count inferred)))
      (vec edges)
      (let [^Edge edge (first inferred)
            reader (.transactionOf history (.readOp edge))]
        (into [(Edge/rw reader (.from edge) (.key edge) (.readOp edge) (.fromOp edge))] (.because edge))))))

(defn- order-of
  "The order that the edges need: none, session order or real time. What follows the initial state needs none."
  ^Order [edges]
  (let [all (mapcat #(tree-seq (fn [^Edge e] (seq (.because e))) (fn [^Edge e] (.because e)) %) edges)]
    (cond (some #(kind? Edge$Kind/RT %) all) Order/REAL_TIME
          (some #(and (kind? Edge$Kind/SO %) (not= History/INITIAL (.from ^Edge %))) all) Order/SESSION
          :else Order/NONE)))

(defn- suffix [order]
  (condp = order
    Order/NONE ""
    Order/SESSION "-process"
    Order/REAL_TIME "-realtime"))

(def ^:private cycle-names
  "Elle's names for the engine's cycles, without the suffix. A cycle with inferred edges stands for several, one for each way
  to order some writes; the engine names the least of them."
  {AnomalyType/G0 "G0", AnomalyType/G0_REALTIME "G0"
   AnomalyType/CYCLIC_CAUSALITY "G1c", AnomalyType/G1C "G1c", AnomalyType/G1C_REALTIME "G1c"
   AnomalyType/NON_MONOTONIC_READ "G-single-item", AnomalyType/NON_MONOTONIC_READ_CM "G-single-item"
   AnomalyType/FRACTURED_READ "G-single-item", AnomalyType/FRACTURED_READ_CM "G-single-item"
   AnomalyType/CAUSALITY_VIOLATION "G-single-item", AnomalyType/CAUSALITY_VIOLATION_CM "G-single-item"
   AnomalyType/G_SINGLE "G-single-item", AnomalyType/G_SINGLE_REALTIME "G-single-item"
   AnomalyType/REAL_TIME_VIOLATION "G-single-item"
   AnomalyType/LONG_FORK "G-nonadjacent-item", AnomalyType/G_NONADJACENT "G-nonadjacent-item"
   AnomalyType/G_NONADJACENT_REALTIME "G-nonadjacent-item"
   AnomalyType/WRITE_SKEW "G2-item", AnomalyType/G2_ITEM "G2-item", AnomalyType/G2_ITEM_REALTIME "G2-item"})

(defn- cycle-type [^Witness witness]
  (keyword (str (cycle-names (.type witness)) (suffix (order-of (.cycle witness))))))

(defn- element
  "What an operation wrote, or found last; nil for the initial value or no operation."
  [^History history operation]
  (when (<= 0 operation)
    (let [version (.version history (int operation))]
      (when (<= 0 version) (data/written history version)))))

(defn- step [^History history ^Edge edge]
  (let [between (fn [type]
                  {:type type
                   :key (data/key-of history (.key edge))
                   :value (element history (.fromOp edge))
                   :value' (element history (.toOp edge))
                   :a-mop-index (data/micro-op-index history (.fromOp edge))
                   :b-mop-index (data/micro-op-index history (.toOp edge))})]
    (condp = (.kind edge)
      Edge$Kind/SO {:type :process, :process (:process (data/op history (.from edge)))}
      Edge$Kind/RT {:type :realtime, :a' (data/op history (.from edge)), :b (data/op history (.to edge))}
      Edge$Kind/WR (dissoc (between :wr) :value')
      Edge$Kind/RW (between :rw)
      (cond-> (between :ww) (seq (.because edge)) (assoc :inferred true)))))

(defn- cycle-case [^History history ^Witness witness]
  (let [edges (as-dependencies history witness)
        ops (mapv #(data/op history (.from ^Edge %)) edges)]
    {:cycle (conj ops (first ops))
     :steps (mapv #(step history %) edges)
     :type (cycle-type witness)}))

(def ^:private cycle-exists
  "How Elle says that a model is broken by some cycle, without showing it."
  {[Level/SNAPSHOT_ISOLATION Order/NONE] [:PL-SI-cycle-exists :snapshot-isolation]
   [Level/SERIALIZABLE Order/NONE] [:PL-3-cycle-exists :serializable]
   [Level/SNAPSHOT_ISOLATION Order/SESSION] [:strong-session-snapshot-isolation-cycle-exists :strong-session-snapshot-isolation]
   [Level/SERIALIZABLE Order/SESSION] [:strong-session-serializable-cycle-exists :strong-session-serializable]
   [Level/SNAPSHOT_ISOLATION Order/REAL_TIME] [:strong-snapshot-isolation-cycle-exists :strong-snapshot-isolation]
   [Level/SERIALIZABLE Order/REAL_TIME] [:PL-SS-cycle-exists :strict-serializable]
   [Level/STRICT_SERIALIZABLE Order/REAL_TIME] [:PL-SS-cycle-exists :strict-serializable]})

(defn- unorderable-case
  "Writes that cannot be ordered: no one cycle, but a few transactions that cannot all be."
  [^History history ^Witness witness [^Level level _ :as requirement]]
  (let [[type model] (cycle-exists requirement [(keyword (str level "-cycle-exists")) (keyword (.text level))])
        ops (mapv #(data/op history %) (.transactions witness))]
    {:type type, :not model, :scc-size (count ops), :scc (into (sorted-set) (keep :index) ops), :ops ops}))

;; Other anomalies: Elle's shapes, from the operations that a witness names.

(defn- op-and-mop [^History history operation]
  {:op (data/op history (.transactionOf history (int operation)))
   :mop (data/micro-op history operation)})

(defn- writer [^History history operation]
  {:writer (data/op history (.transactionOf history (int operation)))
   :element (element history operation)})

(defn- expected
  "What a read after the transaction's own write or read `before` should have shown."
  [^History history before]
  (let [[f _ v] (data/micro-op history before)]
    (if (= :append f) ['... v] v)))

(defn- duplicates [^History history ^Witness witness operation]
  (let [elements (map #(.element history (int operation) (int %)) (range (.length history (int operation))))]
    {(data/written history (.version witness)) (count (filter #{(.version witness)} elements))}))

(defn- lost-update-case
  "Two transactions that read one version of a key and wrote it: what they read, and the two."
  [^History history ^Witness witness]
  (let [operations (concat (.operations witness)
                           (mapcat (fn [^Edge e] [(.fromOp e) (.toOp e) (.readOp e)]) (.cycle witness)))
        read (first (filter #(and (<= 0 %) (not (.isWrite history %))) operations))
        writers (distinct (map #(.transactionOf history %) (filter #(and (<= 0 %) (.isWrite history %)) operations)))
        [_ key value] (data/micro-op history read)]
    {:key key, :value value, :txns (mapv #(data/op history %) writers)}))

(defn- anomaly-case
  "Elle's name for a witness, and the witness in Elle's shape. `requirement` is what the verdict was about."
  [^History history ^Witness witness requirement]
  (let [operations (vec (.operations witness))
        [a b] operations
        type (.type witness)]
    (condp = type
      AnomalyType/THIN_AIR_READ
      [:thin-air-read (assoc (op-and-mop history a) :element (data/written history (.version witness)))]
      AnomalyType/ABORTED_READ [:G1a (merge (op-and-mop history a) (writer history b))]
      AnomalyType/INTERMEDIATE_READ [:G1b (merge (op-and-mop history a) (writer history b))]
      AnomalyType/FUTURE_READ [:future-read (assoc (op-and-mop history a) :element (element history b))]
      AnomalyType/NOT_MY_OWN_WRITE [:internal (assoc (op-and-mop history b) :expected (expected history a))]
      AnomalyType/NOT_MY_LAST_WRITE [:internal (assoc (op-and-mop history b) :expected (expected history a))]
      AnomalyType/NON_REPEATABLE_READ [:internal (assoc (op-and-mop history b) :expected (expected history a))]
      AnomalyType/DUPLICATE_ELEMENTS
      [:duplicate-elements (assoc (op-and-mop history a) :duplicates (duplicates history witness a))]
      AnomalyType/INCOMPATIBLE_ORDER
      [:incompatible-order (let [[_ key value] (data/micro-op history a)]
                             {:key key, :values [value (peek (data/micro-op history b))]})]
      AnomalyType/UNORDERABLE (let [unorderable (unorderable-case history witness requirement)]
                                [(:type unorderable) unorderable])
      AnomalyType/LOST_UPDATE [:lost-update (lost-update-case history witness)]
      (let [case (cycle-case history witness)]
        [(:type case) case]))))

;; What anomalies rule out

(defn- weakest-broken
  "The weakest level that a type of anomaly breaks, in the order that its edges need."
  ^Level [^AnomalyType type]
  (cond (contains? #{\a \b \c \d \e \f \g} (.tap type)) Level/ADYA_READ_COMMITTED
        (= AnomalyType/REAL_TIME_VIOLATION type) (.level AnomalyType/G_SINGLE)
        :else (.level (AnomalyType/valueOf (str/replace (.name type) "_REALTIME" "")))))

(defn- ruled-out
  "The weakest requirement that a witness rules out, as far as its type tells; `requirement` is what the verdict was about."
  [^Witness witness requirement]
  (if (= AnomalyType/UNORDERABLE (.type witness))
    requirement
    [(weakest-broken (.type witness)) (order-of (.cycle witness))]))

(defn- findings
  "All different witnesses of verdicts: Elle's name, the case, and what is ruled out."
  [history judgements]
  (for [[^Witness witness requirement :as told]
        (distinct (for [{:keys [requirement ^Verdict verdict]} judgements
                        ^Anomaly anomaly (.anomalies verdict)
                        ^Witness witness (.witnesses anomaly)]
                    ;; Only what cannot be ordered is told by what it was asked for.
                    [witness (when (= AnomalyType/UNORDERABLE (.type witness)) requirement)]))
        :let [[name case] (anomaly-case history witness requirement)]]
    {:told told, :name name, :case case, :rules-out (ruled-out witness requirement)}))

;; The result

(defn- answer [{:keys [^Verdict verdict]}]
  (condp = (.answer verdict)
    Verdict$Answer/TRUE true
    Verdict$Answer/FALSE false
    :unknown))

(defn- hidden?
  "Whether a level that was judged for the sake of an anomaly is broken by others, which may hide the one asked for. Up to
  read committed all are found whatever else there is."
  [{[level] :requirement :as judgement}]
  (and (false? (answer judgement)) (not (.implies Level/ADYA_READ_COMMITTED level))))

(defn- cause
  "Why a result is unknown, or nil."
  [models anomalies]
  (let [whys (concat (for [{:keys [^Verdict verdict]} (concat models anomalies), :when (.why verdict)]
                       (str (.level verdict) ": " (.why verdict)))
                     (for [{:keys [asked] :as judgement} anomalies, :when (hidden? judgement)]
                       (str (str/join ", " (map name asked)) ": other anomalies of the history may hide it")))]
    (when (seq whys) (str/join "; " (distinct whys)))))

(defn- level-data [{:keys [asked]} {:keys [valid why] :as verdict}]
  (cond-> (-> (select-keys verdict [:level :order :anomalies])
              (assoc :asked (vec asked), :valid? valid))
    why (assoc :why why)))

(defn result
  "The result of a check.

  `judgements` is a sequence of maps: `:requirement`, its `:verdict`, and `:asked`, the names under which the user asked
  for it. Those with `:anomaly?` were judged only to find an anomaly of the set `prohibited`."
  [^Judged judged judgements prohibited ignored]
  (let [history (.history judged)
        models (remove :anomaly? judgements)
        anomalies (filter :anomaly? judgements)
        by-models (findings history models)
        told (into #{} (map :told) by-models)
        found (concat by-models
                      (remove (some-fn (comp told :told) (comp not prohibited :name)) (findings history anomalies)))
        broken (concat (map :rules-out found) (map :requirement (filter (comp false? answer) models)))
        bad? (or (seq found) (some (comp false? answer) models))
        why (when-not bad? (cause models anomalies))
        verdicts (mapv #(data/verdict judged (:verdict %)) judgements)
        {:keys [stats millis]} (first verdicts)]
    (cond-> {:valid? (cond bad? false, why :unknown, :else true)
             :minos (cond-> {:levels (mapv level-data judgements verdicts), :stats stats, :millis millis}
                      (seq ignored) (assoc :ignored ignored))}
      (seq found) (assoc :anomaly-types (vec (sort (set (map :name found))))
                         :anomalies (update-vals (group-by :name found) #(mapv :case %)))
      (seq broken) (merge (models/boundary broken))
      why (assoc :cause why))))
