(ns minos.files-test
  "What Elle's users open, beside the report: a text for each type of anomaly, a picture of each cycle, and lists in two orders."
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [minos.list-append :as list-append])
  (:import (java.io File)
           (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(defn- ok [process value] {:process process, :type :ok, :f :txn, :value value})

(def ^:private history
  [(ok 0 [[:append :x 1] [:r :y [1]]])
   (ok 1 [[:append :y 1] [:r :x [1]]])
   (ok 2 [[:append "a/b" 1] [:append "a/b" 2]])
   (ok 3 [[:r "a/b" [1 2]]])
   (ok 4 [[:r "a/b" [2]]])])

(defn- written
  "The files of a check, by their names below its folder."
  [opts]
  (let [folder (.toFile (Files/createTempDirectory "minos" (make-array FileAttribute 0)))]
    (list-append/check (assoc opts :consistency-models [:read-committed], :directory (str folder)) history)
    (into {} (for [^File file (file-seq folder), :when (.isFile file)]
               [(str (.relativize (.toPath folder) (.toPath file))) (slurp file)]))))

(deftest elles-files
  (let [files (written {})
        text (files "G1c.txt")]
    (testing "a text for each type"
      (is (str/includes? text "G1c #0\nLet:\n  T1 = {"))
      (is (str/includes? text "  - T1 < T2, because T1 wrote 1 to "))
      (is (str/includes? text "which T1 read.\n  So T1 comes before itself: a contradiction.\n"))
      (is (str/includes? (files "incompatible-order.txt") ":values [[1 2] [2]]")))
    (testing "a picture of each cycle"
      (is (str/starts-with? (files (str (io/file "G1c" "0.svg"))) "<svg")))
    (testing "all reads of a list in two orders"
      (let [page (files (str (io/file "incompatible-order" "_a_b_.html")))]
        (is (str/includes? page "<tr><th>4</th><td class=\"other\">2</td></tr>"))
        (is (str/includes? page "<tr><th>3</th><td>1</td><td>2</td></tr>"))))
    (testing "beside the report"
      (is (every? files ["index.html" "verdict.txt" "result.edn"])))))

(deftest plot-options
  (is (str/starts-with? ((written {:plot-format :dot}) (str (io/file "G1c" "0.dot"))) "digraph"))
  (testing "no picture is larger than allowed"
    (is (nil? ((written {:max-plot-bytes 10}) (str (io/file "G1c" "0.svg")))))))
