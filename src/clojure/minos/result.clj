(ns minos.result
  "Verdicts of the engine in the shape of Elle's results: anomalies by Elle's names, each with its cases, and the models
  that they rule out. Nothing is judged here: a witness is told in other words."
  (:require [clojure.string :as str]
            [minos.data :as data]
            [minos.models :as models])
  (:import (java.util OptionalInt)
           (minos.history History)
           (minos.model Anomaly AnomalyType Edge Edge$AntiDependency Edge$CommitOrder Edge$Kind Edge$OfKey Level Order Verdict
                        Verdict$Answer Violation Violation$Cycle Violation$Visitor Violation$ThinAirRead Violation$AbortedRead
                        Violation$FutureRead Violation$NotMyOwnWrite Violation$NotMyLastWrite Violation$IntermediateRead
                        Violation$NonRepeatableRead Violation$IncompatibleOrder Violation$DuplicateElements
                        Violation$NonLinearizable
                        Violation$NonLinearizable$State
                        Violation$Unorderable)
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
  [^History history ^Violation$Cycle violation]
  (let [edges (.edges violation)
        inferred (filter #(kind? Edge$Kind/CO %) edges)]
    (if-not (and (.isWeakPattern (.type violation)) (= 1 (count inferred)))
      (vec edges)
      (let [^Edge$CommitOrder edge (first inferred)
            reader (.transactionOf history (.read edge))]
        (into [(Edge/rw reader (.from edge) (.key edge) (.read edge) (.write edge))] (.because edge))))))

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

(defn- cycle-type
  "Elle's name for a cycle. One with inferred edges stands for several, one for each way to order some writes; the engine names
  the least of them."
  [^Violation$Cycle violation]
  (keyword (str (.elle (.names (.type violation))) (suffix (order-of (.edges violation))))))

(defn- element
  "What an operation wrote, or found last; nil for the initial value."
  [^History history operation]
  (let [version (.version history (int operation))]
    (when (<= 0 version) (data/written history version))))

(defn- optional
  "What an `OptionalInt` holds, or nil."
  [^OptionalInt optional]
  (when (.isPresent optional) (.getAsInt optional)))

(defn- step [^History history ^Edge edge]
  (let [between (fn [type]
                  (let [from (optional (.fromOperation edge))
                        to (optional (.toOperation edge))]
                    {:type type
                     :key (data/key-of history (.key ^Edge$OfKey edge))
                     :value (some->> from (element history))
                     :value' (some->> to (element history))
                     :a-mop-index (some->> from (data/micro-op-index history))
                     :b-mop-index (some->> to (data/micro-op-index history))}))]
    (condp = (.kind edge)
      Edge$Kind/SO {:type :process, :process (:process (data/op history (.from edge)))}
      Edge$Kind/RT {:type :realtime, :a' (data/op history (.from edge)), :b (data/op history (.to edge))}
      Edge$Kind/WR (dissoc (between :wr) :value')
      Edge$Kind/RW (between :rw)
      (cond-> (between :ww) (seq (.because edge)) (assoc :inferred true)))))

(defn- cycle-case [^History history ^Violation$Cycle violation]
  (let [edges (as-dependencies history violation)
        ops (mapv #(data/op history (.from ^Edge %)) edges)]
    {:cycle (conj ops (first ops))
     :steps (mapv #(step history %) edges)
     :type (cycle-type violation)}))

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
  [^History history ^Violation$Unorderable violation [^Level level _ :as requirement]]
  (let [[type model] (cycle-exists requirement [(keyword (str level "-cycle-exists")) (keyword (.text level))])
        ops (mapv #(data/op history %) (.transactions violation))]
    {:type type, :not model, :scc-size (count ops), :scc (into (sorted-set) (keep :index) ops), :ops ops}))

(defn- nonlinearizable-case
  "Operations on one object that no order explains: as Knossos does, the operation at which it ends and the states before it."
  [^History history ^Violation$NonLinearizable violation]
  {:op (data/op history (.last violation))
   :ops (mapv #(data/op history %) (.transactions violation))
   :configs (vec (for [^Violation$NonLinearizable$State state (.states violation)]
                   {:model (when-not (= History/INITIAL (.version state)) (data/written history (.version state)))
                    :linearized (mapv #(data/op history %) (.effective state))}))})

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

(defn- internal
  "A read that should have shown what its transaction wrote or read before."
  [^History history before read]
  [:internal (assoc (op-and-mop history read) :expected (expected history before))])

(defn- lost-update-case
  "Two transactions that read one version of a key and wrote it: what they read, and the two."
  [^History history ^Violation$Cycle violation]
  (let [[^Edge$AntiDependency edge :as edges] (.edges violation)
        [_ key value] (data/micro-op history (.read edge))]
    {:key key, :value value, :txns (mapv #(data/op history (.to ^Edge %)) edges)}))

(defn- anomaly-case
  "Elle's name for a violation, and the violation in Elle's shape. `requirement` is what the verdict was about."
  [^History history ^Violation violation requirement]
  (.accept violation
    (reify Violation$Visitor
      (thinAirRead [_ v]
        (let [^Violation$ThinAirRead v v]
          [:thin-air-read (assoc (op-and-mop history (.read v)) :element (data/written history (.version v)))]))
      (abortedRead [_ v]
        (let [^Violation$AbortedRead v v]
          [:G1a (merge (op-and-mop history (.read v)) (writer history (.write v)))]))
      (futureRead [_ v]
        (let [^Violation$FutureRead v v]
          [:future-read (assoc (op-and-mop history (.read v)) :element (element history (.write v)))]))
      (notMyOwnWrite [_ v]
        (let [^Violation$NotMyOwnWrite v v] (internal history (.ownWrite v) (.read v))))
      (notMyLastWrite [_ v]
        (let [^Violation$NotMyLastWrite v v] (internal history (.lastWrite v) (.read v))))
      (intermediateRead [_ v]
        (let [^Violation$IntermediateRead v v]
          [:G1b (merge (op-and-mop history (.read v)) (writer history (.write v)))]))
      (nonRepeatableRead [_ v]
        (let [^Violation$NonRepeatableRead v v] (internal history (.earlierRead v) (.read v))))
      (incompatibleOrder [_ v]
        (let [^Violation$IncompatibleOrder v v
              [_ key value] (data/micro-op history (.read v))]
          [:incompatible-order {:key key, :values [value (peek (data/micro-op history (.otherRead v)))]}]))
      (duplicateElements [_ v]
        (let [^Violation$DuplicateElements v v
              read (.read v)
              elements (map #(.element history read (int %)) (range (.length history read)))]
          [:duplicate-elements
           (assoc (op-and-mop history read)
             :duplicates {(data/written history (.version v)) (count (filter #{(.version v)} elements))})]))
      (cycle [_ v]
        (if (= AnomalyType/LOST_UPDATE (.type ^Violation$Cycle v))
          [:lost-update (lost-update-case history v)]
          (let [case (cycle-case history v)] [(:type case) case])))
      (unorderable [_ v]
        (let [case (unorderable-case history v requirement)] [(:type case) case]))
      (nonLinearizable [_ v]
        [:nonlinearizable (nonlinearizable-case history v)]))))

;; What anomalies rule out

(defn- told-by-requirement?
  "Whether only what it was asked for tells what a violation rules out."
  [violation]
  (or (instance? Violation$Unorderable violation) (instance? Violation$NonLinearizable violation)))

(defn- ruled-out
  "The weakest requirement that a violation rules out, as far as its type tells; `requirement` is what the verdict was about."
  [^Violation violation requirement]
  (if (told-by-requirement? violation)
    requirement
    [(.rulesOut (.type violation)) (order-of (apply concat (.cycles violation)))]))

(defn- findings
  "All different violations of verdicts: Elle's name, the case, and what is ruled out."
  [history judgements]
  (for [[violation requirement :as told]
        (distinct (for [{:keys [requirement ^Verdict verdict]} judgements
                        ^Anomaly anomaly (.anomalies verdict)
                        violation (.witnesses anomaly)]
                    ;; Only what cannot be ordered is told by what it was asked for.
                    [violation (when (told-by-requirement? violation) requirement)]))
        :let [[name case] (anomaly-case history violation requirement)]]
    {:told told, :name name, :case case, :rules-out (ruled-out violation requirement)}))

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
  (let [whys (concat (for [{:keys [^Verdict verdict]} (concat models anomalies), :when (.isPresent (.why verdict))]
                       (str (.level verdict) ": " (.get (.why verdict))))
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
