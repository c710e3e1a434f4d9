(ns minos.rw-register
  "Takes the place of `elle.rw-register`: histories of transactions that write registers and read them."
  (:require [minos.core :as core]))

(defn check
  "Judges a history of writes `[:w k v]` and reads `[:r k v]`, where no value is written to one key twice. Options and
  result are those of `elle.rw-register/check` and `minos.core/check`. No order of writes is assumed, as these are searched for;
  what Elle's `:sequential-keys?`, `:linearizable-keys?`, `:wfr-keys?` and `:transaction-order` assume is taken for granted where
  they are given, and the result says under `:minos :assumed` what rests on it.

      (check {:consistency-models [:read-committed]}
             [{:process 0, :type :fail, :f :txn, :value [[:w :x 1]]}
              {:process 1, :type :ok, :f :txn, :value [[:r :x 1]]}])
      ; => {:valid? false, :anomaly-types [:G1a :empty-transaction-graph], …}"
  ([history] (check {} history))
  ([opts history] (core/check (assoc opts :model :rw-register) history)))
