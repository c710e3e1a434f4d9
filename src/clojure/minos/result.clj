(ns minos.result
  "Verdicts of the engine in the shape of Elle's results: anomalies by Elle's names, each with its cases, and the models
  that they rule out. Nothing is judged here: a witness is told in other words."
  (:require [clojure.string :as str]
            [minos.data :as data]
            [minos.models :as models])
  (:import (java.util Optional OptionalInt)
           (minos.history History Model)
           (minos.model Anomaly AnomalyType Edge Edge$AntiDependency Edge$CommitOrder Edge$Kind Edge$OfKey Level Order Verdict
                        Verdict$Answer Violation Violation$CountGoesBack Violation$CountOutOfBounds Violation$Cycle
                        Violation$NegativeBalance Violation$WrongTotal Violation$Visitor Violation$MissedRow Violation$ThinAirRead Violation$AbortedRead
                        Violation$FutureRead Violation$NotMyOwnWrite Violation$NotMyLastWrite Violation$IntermediateRead
                        Violation$NonRepeatableRead Violation$IncompatibleOrder Violation$DuplicateElements
                        Violation$DirtyUpdate Violation$CyclicVersions Violation$NonLinearizable Violation$NonLinearizable$State
                        Violation$Unorderable Assumption)
           (minos.render Judged)))

(set! *warn-on-reflection* true)

;; Cycles

(defn- optional
  "What an `OptionalInt` holds, or nil."
  [^OptionalInt optional]
  (when (.isPresent optional) (.getAsInt optional)))

(defn- kind? [kind ^Edge edge]
  (= kind (.kind edge)))

(defn- contradicted?
  "Whether a list shows the version that a read overlooked before the one that it returned: then the commit edge between the two
  is no order of writes, and what the axiom of its level says of it is no dependency."
  [^History history ^Edge edge]
  (when (and (.isList history) (instance? Edge$CommitOrder edge))
    (let [^Edge$CommitOrder edge edge
          place #(.position history (.version history (int %)))
          overlooked (place (.write edge))]
      (and (<= 0 overlooked)
           (.isPresent (.source edge))
           (< overlooked (place (.getAsInt (.source edge))))))))

(defn- elsewhere?
  "Whether an edge leads to an append that stands only in a list which contradicts the others. Judges leave such lists out, and
  the append is one that no list shows then; but nothing tells its place."
  [^History history ^Edge edge]
  (when (and (.isList history) (#{Edge$Kind/WW Edge$Kind/RW} (.kind edge)) (.isPresent (.toOperation edge)))
    (let [version (.version history (.getAsInt (.toOperation edge)))]
      (and (neg? (.position history version))
           (some (fn [read] (some #(= version (.element history (int read) (int %))) (range (.length history (int read)))))
                 (.deviants history))))))

(defn- shown-order?
  "Whether lists show what a commit edge's read returned before the version that it overlooked, or it returned the initial one."
  [^History history ^Edge$CommitOrder edge]
  (or (.isEmpty (.source edge))
      (and (.isList history)
           (let [place #(.position history (.version history (int %)))]
             (< -1 (place (.getAsInt (.source edge))) (place (.write edge)))))))

(defn- as-dependencies
  "The edges of a cycle as Elle would draw them; nil where lists show that they are none. In a weak pattern a commit edge t2 → t1
  stands for a read from t1 by some t3 that comes after t2, which overwrote what t3 read. Where it is the only one, t3 → t2 is
  an anti-dependency, and what leads from t2 to t3 closes the cycle; unless lists show the two versions, it rests on what leads from
  t1 to t2. Where there are several, each is a write dependency that the other way round would close such a cycle of its own."
  [^History history ^Violation$Cycle violation]
  (let [edges (.edges violation)
        inferred (filter #(kind? Edge$Kind/CO %) edges)]
    (cond
      (some #(contradicted? history %) inferred) nil
      (and (.isWeakPattern (.type violation)) (= 1 (count inferred)))
      (let [^Edge$CommitOrder edge (first inferred)
            reader (.transactionOf history (.read edge))
            grounds (if (shown-order? history edge) [] (vec (remove #{edge} edges)))]
        (into [(Edge$AntiDependency. reader (.from edge) (.key edge) (.read edge) (.write edge) grounds (Optional/empty)
                                     (.demandedBy edge))]
              (.because edge)))
      :else (vec edges))))

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

(defn- by-predicate?
  "Whether an operation, or nil, read what a predicate sees of a row."
  [^History history operation]
  (boolean (and operation (.isView history (.key history (int operation))))))

(defn- phantom?
  "Whether an edge leads from a predicate read to what it did not show."
  [history ^Edge edge]
  (and (kind? Edge$Kind/RW edge) (by-predicate? history (optional (.fromOperation edge)))))

(defn- data-type
  "Adya's name for edges, by their anti-dependencies and reads. An inferred order of writes counts as one of writes. Without
  predicates, anti-dependencies are between items."
  [history edges]
  (let [item (if (some #(phantom? history %) edges) "" "-item")
        kinds (mapv #(.kind ^Edge %) edges)
        rws (count (filter #{Edge$Kind/RW} kinds))
        adjacent? (some #{[Edge$Kind/RW Edge$Kind/RW]} (partition 2 1 (conj kinds (first kinds))))]
    (cond (= 1 rws) (str "G-single" item)
          adjacent? (str "G2" item)
          (< 1 rws) (str "G-nonadjacent" item)
          (some #{Edge$Kind/WR} kinds) "G1c"
          :else "G0")))

(defn- cycle-type
  "Elle's name for a cycle: by its edges, but for one with inferred edges, which stands for several, one for each way to order
  some writes; the engine names the least of them."
  [history ^Violation$Cycle violation edges]
  (let [inferred? (some #(seq (.because ^Edge %)) edges)]
    (keyword (str (if inferred? (.elle (.names (.type violation))) (data-type history edges)) (suffix (order-of edges))))))

(defn- element
  "What an operation wrote, or found last; nil for the initial value."
  [^History history operation]
  (let [version (.version history (int operation))]
    (when (<= 0 version) (data/written history version))))

(def ^:private initial-list "How Elle calls the initial version of a list." :elle.list-append/init)

(defn- own-versions
  "What a read's transaction had written of its key before it."
  [^History history operation]
  (let [operation (int operation)]
    (set (for [op (range (.begin history (.transactionOf history operation)) operation)
               :when (and (.isWrite history (int op)) (= (.key history (int op)) (.key history operation)))]
           (.version history (int op))))))

(defn- version-read
  "What a read found that is the history's own: its list without what its transaction appended; nil for the initial value."
  [^History history operation]
  (if (.isList history)
    (let [shown (remove (own-versions history operation)
                        (map #(.element history (int operation) (int %)) (range (.length history (int operation)))))]
      (if (seq shown) (data/written history (last shown)) initial-list))
    (element history operation)))

(defn- row-version
  "What a row, or a view of it, holds by an operation, as Elle has it: a value, or that the row is not there yet or any more."
  [^History history operation]
  (let [shown (data/value (.writtenOrRead history (int operation)))]
    (cond (not= 'absent shown) shown
          (= History/INITIAL (.version history (int operation))) :elle/unborn
          :else :elle/dead)))

(defn- mop-index
  "The place of the first micro-operation of a transaction's own that is so; nil if the history does not have them."
  [^History history operation so?]
  (let [mops (:value (data/own-op history (.transactionOf history (int operation))))]
    (first (keep-indexed (fn [i mop] (when (so? mop) i)) mops))))

(defn- row-step
  "An edge between operations on rows in Elle's shape: by `:wrp` or `:rwp` a predicate saw, or did not see, what was written."
  [^History history type from to]
  (let [predicate? (some #(and (not (.isWrite history (int %))) (by-predicate? history %)) [from to])
        [key predicate] (let [key (data/key-of history (.key history (int from)))]
                          (if (by-predicate? history from) [(first key) (peek key)] [key nil]))
        index (fn [operation]
                (mop-index history operation
                           (fn [[f k]]
                             (if (and (by-predicate? history operation) (not (.isWrite history (int operation))))
                               (and (= :rp f) (= predicate k))
                               (and (= (not= :r f) (.isWrite history (int operation))) (not= :rp f) (= key k))))))]
    (cond-> {:type (if predicate? (keyword (str (name type) "p")) type)
             :key key
             :value (row-version history from)
             :value' (row-version history to)
             :a-mop-index (index from)
             :b-mop-index (index to)}
      predicate? (assoc :predicate predicate))))

(defn- step [^History history ^Edge edge]
  (let [between (fn [type]
                  (let [from (optional (.fromOperation edge))
                        to (optional (.toOperation edge))]
                   (if (and from to (= Model/CLOSED_PREDICATE (.model history)))
                    (row-step history type from to)
                    {:type type
                     :key (data/key-of history (.key ^Edge$OfKey edge))
                     :value (some->> from ((if (= :rw type) version-read element) history))
                     :value' (some->> to (element history))
                     :a-mop-index (some->> from (data/micro-op-index history))
                     :b-mop-index (some->> to (data/micro-op-index history))})))
        marked (fn [step] (cond-> step (seq (.because edge)) (assoc :inferred true)))]
    (condp = (.kind edge)
      Edge$Kind/SO {:type :process, :process (:process (data/own-op history (.from edge)))}
      Edge$Kind/RT {:type :realtime, :a' (data/own-op history (.from edge)), :b (data/invocation history (.to edge))}
      Edge$Kind/WR (dissoc (between :wr) :value')
      Edge$Kind/RW (marked (between :rw))
      (marked (between :ww)))))

(defn- assumed
  "What a cycle takes for granted, by the names of the engine; empty if the history shows all of it."
  [edges]
  (into (sorted-set)
        (keep (fn [^Edge edge] (some-> ^Assumption (.orElse (.assumption edge) nil) .text keyword)))
        edges))

(defn- cycle-case
  "A cycle in Elle's shape; nil if it is none of dependencies."
  [^History history ^Violation$Cycle violation]
  (when-let [edges (as-dependencies history violation)]
   (let [ops (mapv #(data/own-op history (.from ^Edge %)) edges)]
    {:cycle (conj ops (first ops))
     :steps (mapv #(step history %) edges)
     :type (cycle-type history violation edges)})))

(def ^:private cycle-exists
  "How Elle says that a model is broken by some cycle, without showing it."
  {[Level/SNAPSHOT_ISOLATION Order/NONE] [:PL-SI-cycle-exists :snapshot-isolation]
   [Level/SERIALIZABLE Order/NONE] [:PL-3-cycle-exists :serializable]
   [Level/REPEATABLE_READ Order/NONE] [:PL-2.99-cycle-exists :repeatable-read]
   [Level/SNAPSHOT_ISOLATION Order/SESSION] [:strong-session-snapshot-isolation-cycle-exists :strong-session-snapshot-isolation]
   [Level/SERIALIZABLE Order/SESSION] [:strong-session-serializable-cycle-exists :strong-session-serializable]
   [Level/SNAPSHOT_ISOLATION Order/REAL_TIME] [:strong-snapshot-isolation-cycle-exists :strong-snapshot-isolation]
   [Level/SERIALIZABLE Order/REAL_TIME] [:PL-SS-cycle-exists :strict-serializable]
   [Level/STRICT_SERIALIZABLE Order/REAL_TIME] [:PL-SS-cycle-exists :strict-serializable]})

(defn- unorderable-case
  "Writes that cannot be ordered: no one cycle, but a few transactions that cannot all be."
  [^History history ^Violation$Unorderable violation [^Level level _ :as requirement]]
  (let [[type model] (cycle-exists requirement [(keyword (str level "-cycle-exists")) (keyword (.text level))])
        ops (mapv #(data/own-op history %) (.transactions violation))]
    {:type type, :not model, :scc-size (count ops), :scc (into (sorted-set) (keep :index) ops), :ops ops}))

(defn- held
  "What an object may hold: a register one value, a queue any number, a mutex nothing that matters."
  [^History history ^Violation$NonLinearizable$State state]
  (let [values (mapv #(when-not (= History/INITIAL %) (data/written history %)) (.held state))]
    (condp = (.model history)
      Model/MUTEX (if (peek values) :held :free)
      Model/QUEUE values
      Model/FIFO_QUEUE values
      (peek values))))

(defn- nonlinearizable-case
  "Operations on one object that no order explains: as Knossos does, the operation at which it ends and the states before it."
  [^History history ^Violation$NonLinearizable violation]
  {:op (data/op history (.last violation))
   :ops (mapv #(data/op history %) (.transactions violation))
   :configs (vec (for [^Violation$NonLinearizable$State state (.states violation)]
                   {:model (held history state)
                    :linearized (mapv #(data/op history %) (.effective state))}))})

;; Other anomalies: Elle's shapes, from the operations that a witness names.

(defn- op-and-mop [^History history operation]
  {:op (data/own-op history (.transactionOf history (int operation)))
   :mop (data/micro-op history operation)})

(defn- writer
  "Who wrote what a read should not have shown; of a list, which of its elements."
  [^History history operation]
  (cond-> {:writer (data/own-op history (.transactionOf history (int operation)))}
    (.isList history) (assoc :element (element history operation))))

(defn- expected
  "What a read should have shown by what its transaction wrote and read before: a value, or the end of a list after `...`."
  [^History history read]
  (let [read (int read)
        t (.transactionOf history read)]
    (reduce (fn [state operation]
              (let [[f k v] (data/micro-op history operation)]
                (cond (not= k (data/key-of history (.key history read))) state
                      (= :append f) (conj (or state ['...]) v)
                      :else v)))
            nil (range (.begin history t) read))))

(defn- internal
  "A read that should have shown what its transaction wrote or read before."
  [^History history read]
  [:internal (assoc (op-and-mop history read) :expected (expected history read))])

(defn- dirty-update-case
  "An append after that of an aborted transaction: the elements from the one to the other, and the two transactions."
  [^History history ^Violation$DirtyUpdate violation]
  (let [[aborted update] (map #(.version history (int %)) [(.aborted violation) (.update violation)])
        shown (map #(.element history (.read violation) (int %)) (range (.length history (.read violation))))
        between (take-while #(not= update %) (drop-while #(not= aborted %) shown))]
    {:key (data/key-of history (.key history (.aborted violation)))
     :values (mapv #(data/written history %) (concat between [update]))
     :txns [(data/own-op history (.transactionOf history (.aborted violation)))
            '...
            (data/own-op history (.transactionOf history (.update violation)))]}))

(def ^:private elle-assumption
  "Elle's name for a source of version orders."
  {Assumption/WRITES_FOLLOW_READS :wfr-keys
   Assumption/TRANSACTION_ORDER :transaction-order-keys
   Assumption/VERSION_NUMBERS :version-numbers
   Assumption/SEQUENTIAL_KEYS :sequential-keys
   Assumption/LINEARIZABLE_KEYS :linearizable-keys})

(defn- cyclic-versions-case [^History history ^Violation$CyclicVersions violation]
  {:key (data/key-of history (.key violation))
   :scc (into #{} (map #(when (<= 0 (int %)) (data/written history %))) (.versions violation))
   :sources (into [:initial-state] (map elle-assumption) (.assumptions violation))})

(defn- lost-update-case
  "Two transactions that read one version of a key and wrote it: what they read, and the two."
  [^History history ^Violation$Cycle violation]
  (let [[^Edge$AntiDependency edge :as edges] (.edges violation)
        [_ key value] (data/micro-op history (.read edge))
        own (set (map #(data/written history %) (own-versions history (.read edge))))]
    {:key key
     :value (if (.isList history) (into (empty value) (remove own) value) value)
     :txns (mapv #(data/own-op history (.to ^Edge %)) edges)}))

(defn- anomaly-case
  "Elle's name for a violation, and the violation in Elle's shape; nil if it has none. `requirement` is what the verdict was
  about."
  [^History history ^Violation violation requirement]
  (.accept violation
    (reify Violation$Visitor
      (thinAirRead [_ v]
        (let [^Violation$ThinAirRead v v]
          [:thin-air-read (assoc (op-and-mop history (.read v)) :element (data/written history (.version v)))]))
      (missedRow [_ v]
        (let [^Violation$MissedRow v v
              read (.read v)
              key (data/key-of history (.key history read))]
          [:predicate-read-miss {:op (data/own-op history (.transactionOf history read))
                                 :key (if (by-predicate? history read) (first key) key)
                                 :predicate (when (by-predicate? history read) (peek key))}]))
      (abortedRead [_ v]
        (let [^Violation$AbortedRead v v]
          [:G1a (merge (op-and-mop history (.read v)) (writer history (.write v)))]))
      (futureRead [_ v]
        (let [^Violation$FutureRead v v]
          [:future-read (assoc (op-and-mop history (.read v)) :element (element history (.write v)))]))
      (notMyOwnWrite [_ v]
        (let [^Violation$NotMyOwnWrite v v] (internal history (.read v))))
      (notMyLastWrite [_ v]
        (let [^Violation$NotMyLastWrite v v] (internal history (.read v))))
      (intermediateRead [_ v]
        (let [^Violation$IntermediateRead v v]
          [:G1b (merge (op-and-mop history (.read v)) (writer history (.write v)))]))
      (nonRepeatableRead [_ v]
        (let [^Violation$NonRepeatableRead v v] (internal history (.read v))))
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
      (dirtyUpdate [_ v] [:dirty-update (dirty-update-case history v)])
      (cyclicVersions [_ v] [:cyclic-versions (cyclic-versions-case history v)])
      (cycle [_ v]
        (if (= AnomalyType/LOST_UPDATE (.type ^Violation$Cycle v))
          [:lost-update (lost-update-case history v)]
          (when-let [case (cycle-case history v)] [(:type case) case])))
      (unorderable [_ v]
        (let [case (unorderable-case history v requirement)] [(:type case) case]))
      (nonLinearizable [_ v]
        [:nonlinearizable (nonlinearizable-case history v)])
      (countOutOfBounds [_ v]
        (let [^Violation$CountOutOfBounds v v]
          [:count-out-of-bounds (assoc (op-and-mop history (.read v)) :bounds [(.least v) (.most v)])]))
      (countGoesBack [_ v]
        (let [^Violation$CountGoesBack v v]
          [:count-goes-back (assoc (op-and-mop history (.read v)) :earlier (data/op history (.transactionOf history (.earlierRead v))))]))
      (wrongTotal [_ v]
        (let [^Violation$WrongTotal v v]
          [:wrong-total {:op (data/op history (.transaction v)), :total (.total v), :usual (.otherTotal v)}]))
      (negativeBalance [_ v]
        (let [^Violation$NegativeBalance v v] [:negative-value (op-and-mop history (.read v))])))))

;; What was found

(defn- told-by-requirement?
  "Whether only what it was asked for tells how a violation is called."
  [violation]
  (instance? Violation$Unorderable violation))

(defn- told-as
  "Elle's name for a violation, the case, and what it takes for granted; nil if Elle has no such thing. `requirement` is what
  the verdict was about."
  [history ^Violation violation requirement]
  (when-let [[name case] (anomaly-case history violation requirement)]
    {:name name, :case (with-meta case {:violation violation}), :assumed (assumed (apply concat (.cycles violation)))}))

(defn- shown
  "What a history shows by itself, from the engine's anomalies."
  [history anomalies]
  (keep #(told-as history % nil) (mapcat #(.witnesses ^Anomaly %) anomalies)))

(defn- of-verdicts
  "All different violations of verdicts."
  [history judgements]
  (->> (for [{:keys [requirement ^Verdict verdict]} judgements
             ^Anomaly anomaly (.anomalies verdict)
             violation (.witnesses anomaly)
             :when (not-any? #(elsewhere? history %) (apply concat (.cycles ^Violation violation)))]
         [violation (when (told-by-requirement? violation) requirement)])
       distinct
       (keep (fn [[violation requirement]] (told-as history violation requirement)))))

(defn- by-real-time
  "Where real time is asked for, Elle does not tell session order from it."
  [{:keys [name] :as finding}]
  (let [renamed (keyword (str/replace (clojure.core/name name) #"-process$" "-realtime"))]
    (cond-> finding (not= name renamed) (assoc :name renamed))))

(defn- cycle-exists? [name]
  (str/ends-with? (clojure.core/name name) "-cycle-exists"))

(defn- redundant?
  "Whether it is said already that a cycle exists, by one that is shown."
  [names {:keys [name case]}]
  (and (cycle-exists? name)
       (contains? (models/ruled-out (remove cycle-exists? names)) (:not case))))

(defn- once
  "Elle tells of a key's orders once, and of a transaction's reads."
  [findings]
  (->> findings
       (reduce (fn [[seen kept] {name :name, told :case, :as finding}]
                 (let [same (case name
                              :incompatible-order [name (:key told)]
                              (:internal :future-read) [name (:op told)]
                              [name told])]
                   (if (seen same) [seen kept] [(conj seen same) (conj kept finding)])))
               [#{} []])
       second))

;; The result

(defn- answer [{:keys [^Verdict verdict]}]
  (condp = (.answer verdict)
    Verdict$Answer/TRUE true
    Verdict$Answer/FALSE false
    :unknown))

(defn- cause
  "Why a result is unknown, or nil."
  [judgements]
  (let [whys (for [{:keys [^Verdict verdict]} judgements, :when (.isPresent (.why verdict))]
               (str (when (.isClaim verdict) "the database's order at ") (.level verdict) ": " (.get (.why verdict))))]
    (when (seq whys) (str/join "; " (distinct whys)))))

(defn- level-data [{:keys [asked]} {:keys [valid why] :as verdict}]
  (cond-> (-> (select-keys verdict [:level :order :anomalies])
              (assoc :asked (vec asked), :valid? valid))
    why (assoc :why why)))

(defn- details
  "What Elle has no place for: each level's verdict, what more than Elle says is ruled out, and what the result rests on."
  [judged judgements claims found boundary ignored]
  (let [verdicts (mapv #(data/verdict judged (:verdict %)) judgements)
        {:keys [stats millis]} (first verdicts)
        {:keys [broken weakest]} (models/broken-by (map :requirement (filter (comp false? answer) judgements)))
        assumed (into (sorted-set) (mapcat :assumed) found)]
    (cond-> {:levels (mapv level-data judgements verdicts), :stats stats, :millis millis}
      (not-every? (into (:not boundary #{}) (:also-not boundary)) broken) (assoc :not weakest)
      (seq claims) (assoc :claims (mapv #(dissoc (level-data % (data/verdict judged (:verdict %))) :asked) claims))
      (seq assumed) (assoc :assumed assumed)
      (seq ignored) (assoc :ignored ignored))))

(defn result
  "The result of a check.

  `judgements` is a sequence of maps: `:requirement`, its `:verdict`, and `:asked`, the names under which the user asked
  for it. Those with `:anomaly?` were judged only to find an anomaly. Further:

    :phenomena   the engine's anomalies that the history shows by itself
    :connected?  whether anything in it depends on anything
    :order       which order Elle would look at
    :prohibited  the names of anomalies that must not occur
    :claims      the verdicts on the database's own order
    :ignored     options without effect"
  [^Judged judged judgements {:keys [phenomena connected? order prohibited claims ignored]}]
  (let [history (.history judged)
        claims (map #(hash-map :verdict %) claims)
        models (remove :anomaly? judgements)
        alike (if (and (= Order/REAL_TIME order) history (.hasRealTime history)) by-real-time identity)
        shown (shown history phenomena)
        implied (models/anomalies-implied (map :name shown))
        of-models (map alike (of-verdicts history models))
        more (remove (comp implied :name) (concat of-models (map alike (of-verdicts history (filter :anomaly? judgements)))))
        all (once (concat shown more))
        all (remove #(redundant? (map :name all) %) all)
        names (into #{} (map :name) all)
        broken (into #{} (map :name) of-models)
        counts? (fn [{:keys [name]}] (or (prohibited name) (some broken (models/anomalies-implied [name]))))
        found (filter counts? all)
        bad? (or (some (comp false? answer) (concat models claims)) (seq found))
        why (when-not bad?
              (or (cause (concat judgements claims))
                  (when-not connected? "nothing in the history depends on anything else, so there is nothing to judge")))
        boundary (when (or bad? (not connected?)) (models/boundary names))
        anomalies (cond-> (update-vals (group-by :name found) #(mapv :case %))
                    (not connected?) (assoc :empty-transaction-graph true))]
    (cond-> {:valid? (cond bad? false, why :unknown, :else true)
             :minos (details judged judgements claims found boundary ignored)}
      (seq anomalies) (assoc :anomaly-types (vec (sort (keys anomalies))), :anomalies anomalies)
      boundary (merge boundary)
      why (assoc :cause why))))
