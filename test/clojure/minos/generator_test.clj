(ns minos.generator-test
  (:require [clojure.test :refer [deftest is]]
            [minos.generator :as generator]))

(deftest mini-transactions-keep-to-their-definition
  (let [txns (map :value (take 1000 (generator/mini-transactions {:key-count 3})))
        count-of (fn [f txn] (count (filter #(= f (first %)) txn)))]
    (is (every? #(<= 1 (count-of :r %) 2) txns))
    (is (every? #(<= 0 (count-of :w %) 2) txns))
    (is (every? (fn [txn]
                  (every? (fn [[i [f k]]] (or (= :r f) (some #{[:r k nil]} (take i txn)))) (map-indexed vector txn)))
                txns)
        "what is written was read before")
    (is (apply distinct? (filter #(= :w (first %)) (apply concat txns))) "values are unique")
    (is (= #{0 1 2} (set (map second (apply concat txns)))))
    (is (= #{[:r] [:r :r] [:r :w] [:r :w :r] [:r :r :w] [:r :r :w :w] [:r :w :r :w]} (set (map #(mapv first %) txns)))
        "of all shapes")))

(deftest one-key-is-not-enough
  (is (thrown? IllegalArgumentException (generator/mini-transactions {:key-count 1}))))
