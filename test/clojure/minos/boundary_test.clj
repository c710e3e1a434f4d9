(ns minos.boundary-test
  "What a result rules out is violated when it is asked for by itself."
  (:require [clojure.test :refer [deftest is]]
            [minos.core :as core]
            [minos.random-histories :refer [random-history]]))

(deftest what-is-ruled-out-is-violated
  (let [ruled-out (atom #{})]
    (doseq [model [:list-append :rw-register]
            seed (range 60)
            :let [history (random-history seed model)
                  result (core/check {:consistency-models [:strict-serializable :causal]} history)]
            name (:not result)]
      (swap! ruled-out conj name)
      (is (false? (:valid? (core/check {:consistency-models [name], :model model} history)))
          (str name " " model " seed " seed)))
    (is (<= 5 (count @ruled-out)) "different models were")))
