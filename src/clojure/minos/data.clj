(ns minos.data
  "What the engine holds, as plain Clojure data: verdicts with their witnesses, transactions as Jepsen operations.
  Everything prints as EDN, saves as Fressian, and is bounded in size: of a long list the end is shown."
  (:require [clojure.edn :as edn]
            [minos.convert :as convert])
  (:import (java.util ArrayDeque Map$Entry)
           (minos.history History Model Status)
           (minos.model Verdict)
           (minos.render DataWriter Judged VerdictData)))

(set! *warn-on-reflection* true)

(def ^:private list-limit "How many elements of a list are shown." 32)

(defn- cut
  "The last elements of a long list, after a mark that there are more."
  [elements]
  (if (<= (count elements) list-limit)
    elements
    (into ['...] (subvec elements (- (count elements) (dec list-limit))))))

(defn- plain-integer?
  "Whether this is how an integer prints that is not too large for a long."
  [^String text]
  (let [length (.length text)]
    (and (< 0 length 19)
         (let [first (int (.charAt text 0))]
           (or (and (= 1 length) (= (int \0) first))
               (and (<= (int \1) first (int \9))
                    (loop [i 1]
                      (or (= i length)
                          (and (<= (int \0) (int (.charAt text i)) (int \9))
                               (recur (inc i)))))))))))

(defn value
  "The value of an atom from its printed form; what is no plain EDN stays text.

      (value \":x\")           ; => :x
      (value \"#inst \\\"2024\\\"\") ; => \"#inst \\\"2024\\\"\""
  [^String text]
  (if (plain-integer? text)
    (Long/parseLong text)
    (try (edn/read-string {:readers {'inst (fn [_] text), 'uuid (fn [_] text)}, :default (fn [_ _] text)} text)
         (catch RuntimeException _ text))))

;; Operations

(defn written
  "The value of a version. Plain integers, which most are, go without their text."
  [^History history version]
  (let [atom (.valueAtom history (int version))]
    (if (<= 0 atom) atom (value (.valueText history (int version))))))

(defn key-of
  "A key, by its number."
  [^History history key]
  (let [atom (.keyAtom history (int key))]
    (if (<= 0 atom) atom (value (.keyText history (int key))))))

(defn- list-read
  "What a list read returned, from its `from`-th element on."
  [^History history operation from]
  (mapv #(written history (.element history operation %)) (range from (.length history operation))))

(defn micro-op
  "The micro-operation `[f key value]` behind an operation of the engine's."
  [^History history operation]
  (let [operation (int operation)
        key (key-of history (.key history operation))
        version (.version history operation)]
    (cond
      (.isWrite history operation) [(if (.isList history) :append :w) key (when (<= 0 version) (written history version))]
      (= version History/UNKNOWN) [:r key nil]
      (.isList history) [:r key (let [skipped (- (.length history operation) list-limit)]
                                  (if (pos? skipped)
                                    (into ['...] (list-read history operation (inc skipped)))
                                    (list-read history operation 0)))]
      (= version History/INITIAL) [:r key nil]
      :else [:r key (written history version)])))

(defn micro-op-index
  "The place of an operation in its transaction."
  [^History history operation]
  (- (int operation) (.begin history (.transactionOf history (int operation)))))

(defn op
  "A transaction as a Jepsen operation, with the fields of its record that are known."
  [^History history transaction]
  (if (= History/INITIAL transaction)
    {:type :ok, :process :initial, :f :txn, :value []}
    (let [transaction (int transaction)]
      (into {:type (condp = (.status history transaction)
                     Status/COMMITTED :ok
                     Status/ABORTED :fail
                     :info)
             :process (value (.sessionText history (.session history transaction)))
             :f :txn
             :value (mapv #(micro-op history %) (range (.begin history transaction) (.end history transaction)))}
            (map (fn [^Map$Entry field] [(keyword (.getKey field)) (value (.getValue field))]))
            (.fields history transaction)))))

(defn- at-place
  "An operation of the history's own, as it is but for its index and the ends of its long lists alone; nil if there is none of micro-operations."
  [^History history place]
  (let [{:keys [index value] :as op} (convert/op history place)
        long? (fn [[_ _ v]] (and (sequential? v) (< list-limit (count v))))
        mop (fn [[f k v :as mop]] (if (long? mop) [f k (cut (vec v))] mop))]
    (when (and (sequential? value) (every? sequential? value))
      (cond-> op
        (not index) (assoc :index place)
        (some long? value) (assoc :value (mapv mop value))))))

(defn own-op
  "A transaction as the operation that completed it, just as the history of Clojure data has it; where it has none, as `op`."
  [^History history transaction]
  (let [{:keys [type value] :as told} (op history transaction)
        own (when (not= History/INITIAL transaction) (at-place history (.place history (int transaction))))]
    (if (and own
             (= type (:type own))
             (or (= Model/CLOSED_PREDICATE (.model history)) (= (count value) (count (:value own)))))
      own
      told)))

(defn invocation
  "The operation that invoked a transaction, if the history has it, else the one that completed it."
  [^History history transaction]
  (let [completion (own-op history transaction)
        invoked (when (.hasRealTime history) (at-place history (.invocation history (int transaction))))]
    (if (and (= :invoke (:type invoked)) (= (:process invoked) (:process completion))) invoked completion)))

;; Verdicts

(defn- writer
  "A writer that builds data; `(result)` is what was written. Each open map or list is a frame: what it holds so far, and
  for a map the name of the value to come."
  ^DataWriter [result]
  (let [open (ArrayDeque.)
        put! (fn [x]
               (if-let [frame (.peek open)]
                 (vswap! frame (fn [{:keys [name held] :as f}]
                                 (if (map? held)
                                   (assoc f :held (assoc held name x))
                                   (assoc f :held (conj held x)))))
                 (vreset! result x)))
        close! (fn [] (:held @(.pop open)))]
    (reify DataWriter
      (beginMap [_] (.push open (volatile! {:held {}})))
      (endMap [_] (put! (close!)))
      (beginList [_] (.push open (volatile! {:held []})))
      (endList [_] (put! (cut (close!))))
      (name [_ name] (vswap! (.peek open) assoc :name (keyword name)))
      (text [_ text] (put! text))
      (word [_ word] (put! (keyword word)))
      (atom [_ printed] (put! (value printed)))
      (number [_ number] (put! number))
      (bool [_ bool] (put! bool))
      (none [_] (put! nil)))))

(defn verdict
  "A verdict with its anomalies and witnesses, in the shape of `minos check --output edn`."
  [^Judged judged ^Verdict verdict]
  (let [result (volatile! nil)]
    (.write (VerdictData. judged) verdict (writer result))
    @result))
