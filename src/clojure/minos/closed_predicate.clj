(ns minos.closed-predicate
  "Rows that transactions insert, write, delete and read, one by one or by a predicate: in place of `elle.closed-predicate`."
  (:require [minos.core :as core]))

(defn check
  "Judges a history of rows; options and result as in `minos.core/check`. What a predicate read did not return counts, too: the row
  was not there or did not match.

      (:valid? (check {:consistency-models [:repeatable-read]}
                      [{:process 0, :type :ok, :f :txn, :value [[:rp :true {}] [:insert :x 1]]}
                       {:process 1, :type :ok, :f :txn, :value [[:rp :true {}] [:insert :y 2]]}]))
      ; => true"
  ([history] (check {} history))
  ([opts history] (core/check (assoc opts :model :closed-predicate) history)))
