(ns minos.convert
  "Histories of Clojure data into the engine's `minos.history.History`.

  A history is anything that can be reduced and holds operations: maps or records with `:type`, `:process`, `:f`,
  `:value` and maybe `:index`. Vectors, lazy sequences and `jepsen.history` histories will do. They mean what they mean in a
  file of EDN, and the engine reads them as it reads a file: operations whose process is no number (the nemesis) are left
  out; a completion belongs to the invocation of its process before it; what never completed, or completed with `:info`,
  comes last."
  (:import (clojure.lang RT)
           (java.util LinkedHashMap)
           (minos.history History Origin)
           (minos.io ReadOptions)
           (minos.io.edn GrowingOps MalformedEdn MemoryReader MemoryReader$Language)))

(set! *warn-on-reflection* true)

;; Keys and values

(defn- canonical
  "Prints a value so that equal values have equal text: lists as vectors, sets and maps with their elements sorted."
  [x]
  (cond
    (map? x) (str "{" (->> x
                           (map (fn [[k v]] (str (canonical k) " " (canonical v))))
                           sort
                           (interpose ", ")
                           (apply str))
                  "}")
    (set? x) (str "#{" (apply str (interpose " " (sort (map canonical x)))) "}")
    (sequential? x) (str "[" (apply str (interpose " " (map canonical x))) "]")
    (and (integer? x) (<= Long/MIN_VALUE x Long/MAX_VALUE)) (str (long x))
    (keyword? x) (str x)
    (nil? x) "nil"
    :else (binding [*print-length* nil, *print-level* nil, *print-meta* false, *print-dup* false, *print-readably* true
                    *print-namespace-maps* false]
            (pr-str x))))

(def ^:private clojure-data
  (reify MemoryReader$Language
    (word [_ name] (keyword name))
    (plain [_ x]
      (if (and (integer? x) (<= Long/MIN_VALUE x Long/MAX_VALUE)) (long x) (canonical x)))))

;; Operations

(defn- ascending?
  "Whether all operations have an `:index`, none lower than the one before it. Keeps the last one in an array, as a number that is
  passed on would be boxed."
  [ops]
  (let [last (long-array [Long/MIN_VALUE])]
    (reduce (fn [_ op]
              (let [index (:index op)]
                (if (and (integer? index) (<= (aget last 0) (long index)))
                  (do (aset last 0 (long index)) true)
                  (reduced false))))
            true ops)))

(defn- in-order
  "The operations by `:index`, if all of them have one, otherwise as they come; in a collection that finds them by place."
  [ops]
  (let [ops (if (indexed? ops) ops (vec ops))]
    (if (and (not (ascending? ops)) (every? #(integer? (:index %)) ops))
      (vec (sort-by :index ops))
      ops)))

(definterface OpsByPlace
  (^Object opAt [^long place]))

(deftype ^:private Operations [ops]
  OpsByPlace
  (opAt [_ place] (when (< -1 place (count ops)) (nth ops place)))
  Origin
  (name [_] "")
  (fields [_ place]
    (let [op (nth ops place)
          fields (LinkedHashMap.)]
      (.put fields "index" (str (or (:index op) place)))
      (doseq [[k v] op, :when (and (keyword? k) (some? v) (not (#{:index :type :process :f :value} k)))]
        (.put fields (subs (str k) 1) (binding [*print-length* 32, *print-level* 4] (pr-str v))))
      fields))
  (records [_ places]
    (mapv (fn [place]
            (let [record (LinkedHashMap.)]
              (doseq [[k v] (nth ops place), :when (keyword? k)]
                (.put record (subs (str k) 1) (binding [*print-length* 32, *print-level* 4] (canonical v))))
              record))
          places)))

(defn- malformed
  "An exception that names the operation, what was found and what was expected."
  [^MalformedEdn e ops]
  (let [place (.place e)
        index (:index (nth ops place))]
    (ex-info (str "operation " (or index place) ": " (ex-message e))
             {:type ::malformed-history, :index index, :position place}
             e)))

(defn op
  "The operation of Clojure data at a place of the history that a `History` was made of; nil if it was not made so."
  [^History history place]
  (let [origin (.origin history)]
    (when (instance? OpsByPlace origin) (.opAt ^OpsByPlace origin (long place)))))

;; Jepsen's processes do one thing at a time. Where one does not, its operations can be told apart by what they do.

(defn- shape
  "What an operation is known to do before it is done: everything but what reads return."
  [{:keys [f value]}]
  [f (if (sequential? value)
       (mapv (fn [mop] (if (and (sequential? mop) (= :r (first mop))) (vec (take 2 mop)) mop)) value)
       value)])

(defn- apart
  "The operations with a process of its own for each that was invoked before its process had completed another; the
  same if there are none. A completion belongs to an open invocation of its shape, else to the last one."
  [ops]
  (let [fresh (volatile! (inc (transduce (comp (map :process) (filter integer?)) max 0 ops)))
        step (fn [[open renamed] {:keys [process type] :as op}]
               (let [running (get open process [])]
                 (cond
                   (not (integer? process)) [open (conj! renamed op)]
                   (= :invoke type)
                   (let [p (if (seq running) (vswap! fresh inc) process)]
                     [(assoc open process (conj running [p (shape op)])) (conj! renamed (assoc op :process p))])
                   (empty? running) [open (conj! renamed op)]
                   :else
                   (let [[p _ :as mine] (or (first (filter #(= (shape op) (second %)) running)) (peek running))]
                     [(assoc open process (filterv #(not= mine %) running)) (conj! renamed (assoc op :process p))]))))]
    (persistent! (second (reduce step [{} (transient [])] ops)))))

(defn- overlapping?
  "Whether some process was invoked before it had completed what it was invoked for."
  [ops]
  (= ::yes (reduce (fn [open {:keys [process type]}]
                     (cond (not (integer? process)) open
                           (not= :invoke type) (disj open process)
                           (open process) (reduced ::yes)
                           :else (conj open process)))
                   #{} ops)))

(defn history
  "The engine's form of a history of Clojure data, read as `reading` says: it has the model, and the limits. With
  `orderless?`, a process may be invoked again before it has completed: for questions that neither sessions nor time matter to.

      (.transactions (history minos.io.ReadOptions/DEFAULT [{:process 0, :type :ok, :f :txn, :value [[:w :x 1]]}])) ; => 1"
  (^History [reading ops] (history reading ops false))
  (^History [^ReadOptions reading ops orderless?]
   (let [ops (in-order ops)]
     (try
       (MemoryReader/read (RT/iter ops) clojure-data reading (Operations. ops))
       (catch MalformedEdn e
         (if (and orderless? (overlapping? ops))
           (MemoryReader/read (RT/iter (apart ops)) clojure-data reading (Operations. ops))
           (throw (malformed e ops))))))))

(defn growing
  "Takes in operations as they happen; see `minos.jepsen/live`."
  ^GrowingOps [^ReadOptions reading]
  (GrowingOps. clojure-data reading Origin/MEMORY))
