(ns minos.random-histories
  "Small histories that any level may or may not allow."
  (:import (java.util Random)))

(defn random-history
  "A few transactions by three processes, one after another, that read what others write or wrote; lists read a part of some
  order of the appends."
  [seed model]
  (let [random (Random. seed)
        n #(long (.nextInt random (int %)))
        keys [:x :y]
        written (volatile! {:x 0, :y 0})
        shapes (vec (for [_ (range 6)] (vec (for [_ (range (inc (n 3)))] [(if (zero? (n 2)) :write :r) (nth keys (n 2))]))))
        txns (mapv (fn [shape]
                     (mapv (fn [[f k]] (if (= :r f) [f k] [f k (get (vswap! written update k inc) k)])) shape))
                   shapes)
        read (fn [k]
               (let [seen (n (inc (@written k)))]
                 (if (= :list-append model) (vec (range 1 (inc seen))) (when (pos? seen) seen))))]
    (mapcat (fn [txn]
              (let [process (n 3)
                    value (mapv (fn [[f k v]] (case f :r [:r k (read k)] :write [(if (= :list-append model) :append :w) k v])) txn)]
                [{:process process, :type :invoke, :f :txn, :value (mapv (fn [[f k v]] [f k (when (not= :r f) v)]) value)}
                 {:process process, :type :ok, :f :txn, :value value}]))
            txns)))

(defn as-registers
  "A history of lists as one of registers: an append is a write, and who read a list read its last element."
  [ops]
  (let [register (fn [[f k v]] (case f :append [:w k v], :r [:r k (peek (vec v))]))]
    (mapv (fn [op] (update op :value #(mapv register %))) ops)))

(defn crashed
  "The same history, but that every tenth operation or so failed, and as many are indeterminate, so that nobody knows what they read;
  whoever crashed goes on under another name, as Jepsen's clients do."
  [seed ops]
  (let [random (Random. seed)
        processes (inc (transduce (map :process) max 0 ops))
        unread (fn [value] (mapv (fn [[f k v]] [f k (when (not= :r f) v)]) value))
        step (fn [[crashes done] {:keys [process type] :as op}]
               (let [type (if (= :ok type) (case (.nextInt random 10) 0 :fail, 1 :info, :ok) type)]
                 [(cond-> crashes (= :info type) (update process (fnil inc 0)))
                  (conj done (cond-> (assoc op :type type, :process (+ process (* processes (crashes process 0))))
                               (not= :ok type) (update :value unread)))]))]
    (second (reduce step [{} []] ops))))
