(ns minos.workloads-test
  (:require [clojure.test :refer [deftest is testing]]
            [minos.workloads :as workloads]))

(defn- op [process type f value] {:process process, :type type, :f f, :value value})

(defn- done [process f value] [(op process :invoke f (when-not (= :read f) value)) (op process :ok f value)])

(deftest sets
  (let [history (vec (concat (done 0 :add 1) (done 0 :add 2) (done 1 :read [2]) (done 1 :read [1 2]) (done 0 :add 3)
                             (done 1 :read [1 2]) [(op 2 :invoke :add 4)]))
        result (workloads/set-full history)]
    (is (= {:valid? false, :attempt-count 4, :stable-count 2, :lost-count 1, :lost [3], :never-read [4], :stale [1], :duplicated {}}
           (select-keys result [:valid? :attempt-count :stable-count :lost-count :lost :never-read :stale :duplicated])))
    (is (= [:read-committed] (map :level (:levels (:minos result))))))
  (let [stale (vec (concat (done 0 :add 1) (done 1 :read []) (done 1 :read #{1})))]
    (is (true? (:valid? (workloads/set-full stale))))
    (is (false? (:valid? (workloads/set-full {:linearizable? true} stale))))
    (is (= [1] (:stale (workloads/set-full stale)))))
  (is (= :unknown (:valid? (workloads/set-full (done 0 :add 1)))))
  (is (= {1 2} (:duplicated (workloads/set-full (concat (done 0 :add 1) (done 0 :read [1 1])))))))

(deftest counters
  (let [good (concat (done 0 :add 1) (done 1 :read 1) (done 0 :add 1) (done 1 :read 2))]
    (is (= {:valid? true, :reads [[1 1 1] [2 2 2]], :errors []} (select-keys (workloads/counter good) [:valid? :reads :errors]))))
  (is (= [[1 5 1]] (:errors (workloads/counter (concat (done 0 :add 1) (done 1 :read 5))))))
  (testing "a count that goes back within its bounds"
    (let [back (concat [(op 0 :invoke :add 1)] (done 1 :read 1) (done 1 :read 0) [(op 0 :ok :add 1)])
          result (workloads/counter back)]
      (is (= [] (:errors result)))
      (is (false? (:valid? result)))
      (is (= [:count-goes-back] (:anomaly-types result))))))

(deftest banks
  (let [good (concat (done 0 :read {0 10, 1 0}) (done 1 :transfer {:from 0, :to 1, :amount 4}) (done 0 :read {0 6, 1 4}))
        bad (concat good (done 0 :read {0 6, 1 0}) (done 0 :read {0 -1, 1 11}))]
    (is (= {:valid? true, :read-count 2, :error-count 0} (select-keys (workloads/bank good) [:valid? :read-count :error-count])))
    (is (true? (:valid? (workloads/bank (done 0 :read {0 10, 1 0})))) "nothing depends on anything, but the sum is right")
    (is (= [:negative-value :wrong-total] (sort (keys (:errors (workloads/bank bad))))))
    (is (= 6 (:total (:first (:wrong-total (:errors (workloads/bank bad)))))))
    (is (= [:wrong-total] (keys (:errors (workloads/bank {:negative-balances? true} bad)))))
    (is (= :unexpected-key (:type (:first-error (workloads/bank {:accounts [0], :total-amount 10} good)))))))
