(ns minos.test-runner
  "Runs every clojure.test namespace below test/clojure with nothing but Clojure on the classpath: the part of
  `mvn verify` that tests the wrapper. `lein test` finds the same namespaces by itself.

  Tests that need Jepsen, Elle or Knossos live in test/jepsen instead, and run with `lein with-profile +jepsen test`."
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.test :as test])
  (:import (java.io File)))

(defn- namespace-of
  "The namespace that the source file `file` below `root` must define."
  [^File root ^File file]
  (-> (str (.relativize (.toPath root) (.toPath file)))
      (str/replace #"\.cljc?$" "")
      (str/replace File/separator ".")
      (str/replace "_" "-")
      symbol))

(defn- namespaces-below [^File root]
  (->> (file-seq root)
       (filter #(re-find #"\.cljc?$" (.getName ^File %)))
       (map (partial namespace-of root))
       (remove #{'minos.test-runner})
       sort))

(defn- run
  "Runs the tests of `namespaces`; returns how many there are and how many did not pass. A test counts once,
  however many of its assertions fail."
  [namespaces]
  (let [report test/report
        failed (atom #{})
        counts (binding [test/report (fn [event]
                                       (when (#{:fail :error} (:type event))
                                         (swap! failed conj (first test/*testing-vars*)))
                                       (report event))]
                 (if (seq namespaces)
                   (apply test/run-tests namespaces)
                   test/*initial-report-counters*))]
    {:total (:test counts) :failed (count @failed)}))

(defn -main
  "Exits with 0 when every test passed, else with 1."
  [root]
  (let [namespaces (namespaces-below (io/file root))]
    (run! require namespaces)
    (let [{:keys [total failed]} (run namespaces)]
      (println)
      (println (format "Clojure %s tests: %d passed, %d failed" (clojure-version) (- total failed) failed))
      (flush)
      (shutdown-agents)
      (System/exit (if (zero? failed) 0 1)))))
