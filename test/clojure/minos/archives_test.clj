(ns minos.archives-test
  (:require [clojure.java.io :as io]
            [clojure.test :refer [deftest is testing]]
            [minos.archives :as archives]
            [minos.core :as core])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(deftest every-level-is-as-expected
  (let [histories (archives/all)]
    (is (<= 20 (count histories)))
    (doseq [{:keys [file order expected archived?]} histories]
      (let [verdicts (into {} (core/levels {:order order} file))]
        (is (seq verdicts) file)
        (is (= (select-keys expected (keys verdicts)) (select-keys verdicts (keys expected))) file)
        (when archived?
          (is (empty? (remove (set (keys verdicts)) (for [[level holds?] expected :when holds?] level)))
              (str file " cannot be asked for these")))))))

(deftest an-archive-says-what-it-expects
  (let [folder (.toFile (Files/createTempDirectory "minos" (make-array FileAttribute 0)))
        history (slurp "test/histories/read-committed/fractured-read.edn")]
    (doseq [name ["a.edn" "b.edn" "c.edn"]] (spit (io/file folder name) history))
    (spit (io/file folder "expected.tsv") "file\tci\trc\tra\tser\tread-consistency\na.edn\tT\tT\tF\t?\tsomething\n")
    (spit (io/file folder "b.expected.edn") (pr-str {:order :none, :ra false, :read-committed true}))
    (is (= [["a.edn" :session {:cut-isolation true, :read-committed true, :read-atomic false}]
            ["b.edn" :none {:read-atomic false, :read-committed true}]
            ["c.edn" :session {}]]
           (map (juxt #(.getName (:file %)) :order :expected) (archives/archived (str folder)))))
    (testing "which may be nothing"
      (is (= [] (archives/archived nil))))))
