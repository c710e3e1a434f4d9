(ns minos.docs-jepsen-test
  "The documentation's `:checker` maps check a history."
  (:require [clojure.test :refer [deftest is]]
            [jepsen.checker :as checker]
            [jepsen.history :as h]
            [minos.examples :as examples]
            [minos.jepsen]))

(deftest checker-maps
  (let [maps (for [file ["README.md" "doc/jepsen.md"]
                   block (examples/in-markdown file)
                   :when (re-find #"jepsen\." block)]
               (examples/run block nil))
        history (h/history [{:process 0, :type :ok, :f :txn, :value [[:append :x 1] [:r :y [1]]]}
                            {:process 1, :type :ok, :f :txn, :value [[:append :x 2] [:append :y 1]]}
                            {:process 2, :type :ok, :f :txn, :value [[:r :x [1 2]]]}])]
    (is (= 2 (count maps)))
    (doseq [test-map maps
            :let [{:keys [elle minos valid?]} (checker/check (:checker test-map) {:name "docs", :start-time "20240101T000000.000Z"} history {})]]
      (is (false? valid?))
      (is (= [:G1c] (:anomaly-types elle) (:anomaly-types minos))))))
