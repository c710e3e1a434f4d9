(ns minos.options-test
  "What options are taken, and that limits hold for all that is done."
  (:require [clojure.test :refer [deftest is testing]]
            [minos.core :as core]
            [minos.list-append :as list-append]
            [minos.options :as options]))

(def ^:private history
  [{:process 0, :type :invoke, :f :txn, :value [[:append :x 1]]}
   {:process 0, :type :ok, :f :txn, :value [[:append :x 1]]}
   {:process 1, :type :invoke, :f :txn, :value [[:r :x nil]]}
   {:process 1, :type :ok, :f :txn, :value [[:r :x [1]]]}])

(deftest the-time-limit-counts-reading
  (let [never-ends (lazy-seq @(promise))
        result (core/check {:levels [:causal :read-atomic], :timeout-ms 1} never-ends)]
    (is (= :unknown (:valid? result)))
    (is (re-find #"causal: stopped after the time limit of 0.001 s, while the history was read" (:cause result)))
    (is (= [:unknown :unknown] (map :valid? (:levels (:minos result)))))
    (testing "of each level that could be asked for, too"
      (is (every? (comp #{:unknown} second) (core/levels {:timeout-ms 1} never-ends))))))

(deftest an-interrupted-check-is-unknown
  (doseq [opts [{} {:timeout-ms 60000}]]
    (let [result (promise)
          thread (Thread. #(do (.interrupt (Thread/currentThread))
                               (deliver result (try (core/check (assoc opts :consistency-models [:serializable]) history)
                                                    (catch Throwable e e)))))]
      (.start thread)
      (is (= :unknown (:valid? (deref result 60000 :none)))))))

(deftest there-is-one-time-limit-for-all-orders
  (let [result (core/check {:consistency-models [:serializable :strict-serializable :causal], :timeout-ms 600000, :max-memory 8e9} history)]
    (is (true? (:valid? result)))
    (is (= #{:none :real-time :session} (set (map :order (:levels (:minos result))))))))

(deftest unknown-options-are-refused
  (is (thrown-with-msg? IllegalArgumentException #"no option is called :timeout; did you mean :timeout-ms\?"
        (core/check {:timeout 5} history)))
  (is (thrown-with-msg? IllegalArgumentException #"no option is called :consistency-model; did you mean :consistency-models\?"
        (list-append/check {:consistency-model [:serializable]} history)))
  (is (thrown-with-msg? IllegalArgumentException #"no option is called :xyzzy; there are .*:consistency-models"
        (core/levels {:xyzzy 1} history)))
  (testing "but not Elle's"
    (is (true? (:valid? (core/check (zipmap options/known (repeat nil)) history))))
    (is (true? (:valid? (core/check {:cycle-search-timeout 1000, :plot-format :svg, :max-plot-bytes 1, :linearizable-keys? true} history))))))

(deftest values-that-mean-nothing-are-refused
  (doseq [option [:consistency-models :levels :anomalies]]
    (is (thrown-with-msg? IllegalArgumentException (re-pattern (str option " takes several names, as in \\[:causal\\], not :causal"))
          (core/check {option :causal} history))))
  (doseq [option [:timeout-ms :max-memory :max-witnesses :threads]]
    (is (thrown-with-msg? IllegalArgumentException (re-pattern (str option " takes a number, not \"5\""))
          (core/check {option "5"} history)))))

(deftest asking-for-nothing-is-not-asking-for-everything
  (is (= [] (:levels (:minos (core/check {:consistency-models []} history))))))

(deftest unseen-appends-come-last-where-no-update-may-be-lost
  (let [keeps-updates? (fn [model]
                         (let [opts {:consistency-models [model]}]
                           (:keeps-updates? (options/looked-for opts (options/requirements opts)))))]
    (is (= [false false true true true true]
           (map keeps-updates? [:read-atomic :prefix :update-atomic :PL-2+ :PL-3U :serializable])))))
