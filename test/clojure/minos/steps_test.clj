(ns minos.steps-test
  "Every step of every case holds, in random histories and in those where a false one was once told."
  (:require [clojure.test :refer [deftest is testing]]
            [minos.list-append :as list-append]
            [minos.random-histories :refer [random-history]]
            [minos.rw-register :as rw-register]
            [minos.steps :as steps]))

(defn- indexed [ops]
  (vec (map-indexed (fn [i op] (assoc op :index i)) ops)))

(def ^:private models
  [:read-uncommitted :read-committed :monotonic-atomic-view :read-atomic :causal-cerone :prefix :parallel-snapshot-isolation
   :snapshot-isolation :serializable :strong-session-serializable :strict-serializable])

(defn- complaints [check opts ops]
  (for [model models
        :let [result (check (assoc opts :consistency-models [model]) ops)]
        complaint (concat (steps/wrong ops result) (steps/unsupported result))]
    [model complaint]))

(deftest steps-of-random-histories
  (doseq [seed (range 150)]
    (is (empty? (complaints list-append/check {} (indexed (random-history seed :list-append)))) seed)
    (is (empty? (complaints rw-register/check {} (indexed (random-history seed :rw-register)))) seed)
    (is (empty? (complaints rw-register/check {:sequential-keys? true} (indexed (random-history seed :rw-register)))) seed)))

(defn- shuffled-list
  "Lists that contradict each other: one read in four leaves an element out, or has two in another order."
  [seed]
  (let [random (java.util.Random. seed)
        spoil (fn [list]
                (if (or (< (count list) 2) (pos? (.nextInt random 4)))
                  list
                  (let [i (.nextInt random (dec (count list)))]
                    (if (.nextBoolean random)
                      (into (subvec list 0 i) (subvec list (inc i)))
                      (assoc list i (list (inc i)) (inc i) (list i))))))]
    (mapv (fn [op] (cond-> op (= :ok (:type op)) (update :value (partial mapv (fn [[f k v]] [f k (if (= :r f) (spoil (vec v)) v)])))))
          (random-history seed :list-append))))

(deftest steps-of-lists-that-contradict-each-other
  (let [told (volatile! 0)]
    (doseq [seed (range 150), :let [ops (indexed (shuffled-list seed))]]
      (when (:incompatible-order (:anomalies (list-append/check {:consistency-models [:serializable]} ops))) (vswap! told inc))
      (is (empty? (complaints list-append/check {} ops)) seed))
    (is (< 20 @told) "some of them do")))

(deftest an-append-in-a-contradicting-list-has-no-place
  (let [ok (fn [process & mops] {:process process, :type :ok, :f :txn, :value (vec mops)})
        ops (indexed [(ok 0 [:append 0 1])
                      (ok 1 [:r 0 []] [:append 0 2] [:append 0 3])
                      (ok 0 [:r 0 [1]])
                      (ok 1 [:r 0 [2 3]] [:append 0 4] [:append 0 5] [:append 0 6])])]
    (is (empty? (complaints list-append/check {} ops)))
    (is (= [:incompatible-order] (:anomaly-types (list-append/check {:consistency-models [:serializable]} ops))))))

(deftest a-false-step-is-noticed
  (let [ops (indexed [{:process 0, :type :ok, :f :txn, :value [[:append :x 1]]}
                      {:process 1, :type :ok, :f :txn, :value [[:append :x 2]]}
                      {:process 2, :type :ok, :f :txn, :value [[:r :x [1 2]]]}])
        told (fn [& steps] {:anomalies {:G0 [{:cycle (mapv ops [0 1 0]), :steps (vec steps)}]}})
        ww (fn [v v'] {:type :ww, :key :x, :value v, :value' v', :a-mop-index 0, :b-mop-index 0})]
    (is (= ["no list shows them in this order"] (map :why (steps/wrong ops (told (ww 1 2) (ww 2 1))))))
    (testing "also one that is inferred"
      (is (= ["a list shows them the other way round"]
             (map :why (steps/wrong ops (told (ww 1 2) (assoc (ww 2 1) :inferred true)))))))
    (is (seq (steps/unsupported (told (ww 1 2)))))))
