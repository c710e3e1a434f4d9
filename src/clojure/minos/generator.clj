(ns minos.generator
  "Workloads as Jepsen generators: sequences of invocations `{:type :invoke, :f :txn, :value [[f k v] …]}`.

  `list-append` and `rw-register` are Elle's own. `mini-transactions` are registers too, in a form that makes strong levels
  easy to judge and still shows every common anomaly: one or two reads and at most two writes, and a key is read before it
  is written (Definition 8 of the MTC paper). Each write has a value that was not written to its key before.")

(set! *warn-on-reflection* true)

(defn list-append
  "Appends and reads of lists; takes the options of `elle.list-append/gen`."
  [opts]
  ((requiring-resolve 'jepsen.tests.cycle.append/gen) opts))

(defn rw-register
  "Writes and reads of registers; takes the options of `elle.rw-register/gen`."
  [opts]
  ((requiring-resolve 'jepsen.tests.cycle.wr/gen) opts))

(def ^:private shapes
  "The forms of a mini-transaction over keys 0 and 1 up to renaming the keys, as pairs of f and key."
  [[[:r 0]]
   [[:r 0] [:r 1]]
   [[:r 0] [:w 0]]
   [[:r 0] [:w 0] [:r 1]]
   [[:r 0] [:r 1] [:w 0]]
   [[:r 0] [:r 1] [:w 1]]
   [[:r 0] [:r 1] [:w 0] [:w 1]]
   [[:r 0] [:w 0] [:r 1] [:w 1]]])

(defn- two-keys
  "Two different keys at random."
  [key-count]
  (let [a (rand-int key-count)
        b (rand-int (dec key-count))]
    [a (if (< b a) b (inc b))]))

(defn- fill
  "A transaction of that shape over these keys; `written` has the last value written to each key. Returns both."
  [shape keys written]
  (reduce (fn [[mops written] [f i]]
            (let [k (nth keys i)]
              (if (= :r f)
                [(conj mops [:r k nil]) written]
                (let [v (inc (get written k 0))]
                  [(conj mops [:w k v]) (assoc written k v)]))))
          [[] written] shape))

(defn mini-transactions
  "Mini-transactions over `:key-count` registers (10), an endless sequence. Keys and shapes are drawn evenly.

      (every? #(<= 1 (count (:value %)) 4) (take 100 (mini-transactions {:key-count 3}))) ; => true"
  [{:keys [key-count] :or {key-count 10}}]
  (when (< key-count 2) (throw (IllegalArgumentException. ":key-count must be at least 2")))
  (letfn [(more [written]
            (lazy-seq
              (let [[mops written] (fill (rand-nth shapes) (two-keys key-count) written)]
                (cons {:type :invoke, :f :txn, :value mops} (more written)))))]
    (more {})))
