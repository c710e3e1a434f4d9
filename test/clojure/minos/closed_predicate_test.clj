(ns minos.closed-predicate-test
  "The facts of Elle's own tests for closed predicates, stated on histories of this test."
  (:require [clojure.test :refer [deftest is testing]]
            [minos.closed-predicate :refer [check]]))

(defn- ops
  "Transactions one inside the other, each as invocation and completion; a map is the initial state."
  [& txns]
  (let [init (first (filter map? txns))
        txns (remove map? txns)
        untold (fn [[f k :as mop]] (if (#{:r :rp} f) [f k nil] mop))
        op (fn [process type value] {:process process, :type type, :f :txn, :value value})]
    (vec (concat
           (when init
             [{:process 9, :type :invoke, :f :init, :value init} {:process 9, :type :ok, :f :init, :value init}])
           (map-indexed #(op %1 :invoke (mapv untold %2)) txns)
           (map-indexed #(op %1 :ok %2) txns)))))

(deftest a-cycle-of-predicate-reads
  (let [{:keys [valid? anomaly-types anomalies], ruled-out :not}
        (check (ops [[:rp :true {:y 2}] [:insert :x 1]]
                    [[:rp :true {:x 1}] [:insert :y 2]]))]
    (is (false? valid?))
    (is (= [:G1c] anomaly-types))
    (is (= #{:read-committed} ruled-out))
    (is (= [:wrp :wrp] (map :type (:steps (first (:G1c anomalies))))))))

(deftest phantoms
  (let [history (ops [[:rp :true {}] [:insert :x 1]]
                     [[:rp :true {}] [:insert :y 2]])
        {:keys [valid? anomaly-types anomalies], ruled-out :not} (check {:consistency-models [:serializable]} history)]
    (is (false? valid?))
    (is (= [:G2] anomaly-types))
    (is (= #{:serializable} ruled-out))
    (is (= #{{:type :rwp, :key :y, :value :elle/unborn, :value' 2, :a-mop-index 0, :b-mop-index 1, :predicate :true}
             {:type :rwp, :key :x, :value :elle/unborn, :value' 1, :a-mop-index 0, :b-mop-index 1, :predicate :true}}
           (set (:steps (first (:G2 anomalies))))))
    (testing "are no matter of repeatable read"
      (is (true? (:valid? (check {:consistency-models [:repeatable-read]} history))))
      (is (true? (:valid? (check {:consistency-models [:snapshot-isolation]} history)))))))

(deftest items-are-a-matter-of-repeatable-read
  (let [{:keys [valid? anomaly-types]}
        (check {:consistency-models [:repeatable-read]}
               (ops {:x 0, :y 0}
                    [[:r :x 0] [:w :y 1]]
                    [[:r :y 0] [:w :x 1]]))]
    (is (false? valid?))
    (is (= [:G2-item] anomaly-types))))

(deftest deletes-that-must-have-been-seen
  (let [{:keys [valid? anomaly-types]}
        (check (ops {:x 0, :y 0}
                    [[:rp :true {:x 0}] [:delete :x]]
                    [[:rp :true {:y 0}] [:delete :y]]))]
    (is (false? valid?))
    (is (= [:G1c] anomaly-types))))

(deftest a-predicate-that-tells-versions-apart
  (testing "what was not returned must have changed"
    (is (= [:G1c] (:anomaly-types (check (ops {:x 0, :y 0}
                                              [[:rp [:= 0] {:x 0}] [:w :x 1]]
                                              [[:rp [:= 0] {:y 0}] [:w :y 1]]))))))
  (testing "or must not have changed yet"
    (is (= [:G2] (:anomaly-types (check {:consistency-models [:serializable]}
                                        (ops {:x 0, :y 0}
                                             [[:rp [:= 1] {}] [:w :x 1]]
                                             [[:rp [:= 1] {}] [:w :y 1]])))))))

(deftest a-row-that-was-missed
  (let [{:keys [valid? anomaly-types anomalies], ruled-out :not}
        (check (ops {5 3} [[:rp [:mod 2 1] {}] [:rp [:= 3] {}]]))]
    (is (false? valid?))
    (is (= [:empty-transaction-graph :predicate-read-miss] anomaly-types))
    (is (= #{5} (set (map :key (:predicate-read-miss anomalies)))))
    (is (= #{:serializable} ruled-out))))

(deftest an-anti-dependency-of-a-predicate
  (let [{:keys [valid? anomaly-types], ruled-out :not}
        (check {:consistency-models [:consistent-view]}
               (ops {26 0, 38 0}
                    [[:delete 38] [:delete 26]]
                    [[:rp :true {38 0}]]))]
    (is (false? valid?))
    (is (= [:G-single] anomaly-types))
    (is (= #{:consistent-view} ruled-out))))

(deftest repeatable-read-counts-what-a-predicate-saw
  (let [{:keys [valid? anomalies minos]}
        (check {:consistency-models [:repeatable-read]}
               (ops {:x 0}
                    [[:w :x 5] [:insert :y 1]]
                    [[:rp [:= 0] {}] [:r :y nil]]))]
    (is (false? valid?))
    (is (= #{[:wrp :x] [:rw :y]} (set (map (juxt :type :key) (:steps (first (:G-single-item anomalies)))))))
    (testing "and is told by the rows of the history"
      (is (re-find #":x :where" (pr-str (:levels minos)))))))
