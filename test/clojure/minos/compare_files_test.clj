(ns minos.compare-files-test
  (:require [clojure.java.io :as io]
            [clojure.test :refer [deftest is]]
            [minos.compare :as compare])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)
           (java.util.zip GZIPOutputStream)))

(deftest recorded-histories-may-be-compressed
  (let [folder (.toFile (Files/createTempDirectory "compare" (make-array FileAttribute 0)))
        ops [{:process 0, :type :ok, :f :txn, :value [[:append :x 1]]} {:process 1, :type :ok, :f :txn, :value [[:r :x [1]]]}]
        plain (io/file folder "a.edn")
        compressed (io/file folder "b.edn.gz")]
    (spit plain (pr-str ops))
    (with-open [out (GZIPOutputStream. (io/output-stream compressed))] (spit out (apply prn-str ops)))
    (spit (io/file folder "notes.txt") "no history")
    (is (= [plain compressed] (compare/edn-files folder)))
    (is (= [compressed] (compare/edn-files compressed)))
    (is (= [ops ops] (map compare/read-ops [plain compressed])))))
