(ns minos.list-append
  "Takes the place of `elle.list-append`: histories of transactions that append to lists and read them."
  (:require [minos.core :as core]))

(defn check
  "Judges a history of appends `[:append k v]` and reads `[:r k [v …]]`. Options and result are those of
  `elle.list-append/check` and `minos.core/check`.

      (check {:consistency-models [:read-committed]}
             [{:process 0, :type :ok, :f :txn, :value [[:append :x 1] [:r :y [1]]]}
              {:process 1, :type :ok, :f :txn, :value [[:append :x 2] [:append :y 1]]}
              {:process 2, :type :ok, :f :txn, :value [[:r :x [1 2]]]}])
      ; => {:valid? false, :anomaly-types [:G1c], …}"
  ([history] (check {} history))
  ([opts history] (core/check (assoc opts :model :list-append) history)))
