(ns minos.generator-test
  (:require [clojure.test :refer [deftest is]]
            [minos.generator :as generator]))

(defn- values [txns]
  (mapcat :value txns))

(deftest mini-transactions-keep-to-their-definition
  (let [txns (map :value (take 3000 (generator/mini-transactions {:key-count 3, :seed 1})))
        count-of (fn [f txn] (count (filter #(= f (first %)) txn)))]
    (is (every? #(<= 1 (count-of :r %) 2) txns))
    (is (every? #(<= 0 (count-of :w %) 2) txns))
    (is (every? (fn [txn]
                  (every? (fn [[i [f k]]] (or (= :r f) (some #{[:r k nil]} (take i txn)))) (map-indexed vector txn)))
                txns)
        "what is written was read before")
    (is (apply distinct? (map peek (filter #(= :w (first %)) (apply concat txns)))) "values are unique")
    (is (= #{0 1 2} (set (map second (apply concat txns)))))
    (is (= #{[:r] [:r :r] [:r :w] [:r :w :w] [:r :w :r] [:r :r :w] [:r :r :w :w] [:r :w :r :w] [:r :w :w :r]}
           (set (map #(mapv first %) txns)))
        "of all shapes")))

(deftest a-seed-reproduces-a-workload
  (doseq [workload [generator/general generator/mini-transactions generator/appends generator/lightweight]]
    (is (= (take 100 (workload {:seed 3})) (take 100 (workload {:seed 3}))))
    (is (not= (take 100 (workload {:seed 3})) (take 100 (workload {:seed 4}))))))

(deftest shares
  (is (every? #{:r} (map first (values (take 20 (generator/general {:read-only 1}))))))
  (is (every? #{:append} (map first (values (take 20 (generator/appends {:write-only 1}))))))
  (is (every? #(= 3 (count (:value %))) (take 20 (generator/general {:operations 3})))))

(deftest lightweight-transactions
  (let [ops (take 500 (generator/lightweight {:seed 1, :key-count 2}))]
    (is (= #{:read :write :cas} (set (map :f ops))))
    (is (every? (fn [[op & before]]
                  (or (not= :cas (:f op))
                      (let [[k [old _]] (:value op)
                            written (first (filter #(and (= k (first (:value %))) (not= :read (:f %))) before))]
                        (= old (if (= :cas (:f written)) (second (second (:value written))) (second (:value written)))))))
                (take-while seq (iterate rest (reverse ops))))
        "compare with what was written last")))

(deftest values-that-repeat-and-deletes
  (let [written (fn [opts] (map peek (filter #(= :w (first %)) (values (take 200 (generator/general (assoc opts :seed 1)))))))]
    (is (= #{1 2 3} (set (written {:values 3}))))
    (is (= #{nil 1 2 3} (set (written {:values 3, :value-distribution :zipfian, :deletes 0.2}))))
    (is (every? nil? (written {:deletes 1}))))
  (is (= #{[0 nil] [0 [nil nil]]}
         (set (map :value (take 100 (generator/lightweight {:key-count 1, :deletes 1, :seed 1})))))))

(deftest unknown-distributions
  (is (thrown-with-msg? IllegalArgumentException #"cannot be :even; it is one of \[:uniform :zipfian"
                        (generator/general {:distribution :even})))
  (is (thrown-with-msg? IllegalArgumentException #":value-distribution cannot be :even"
                        (generator/general {:values 2, :value-distribution :even}))))
