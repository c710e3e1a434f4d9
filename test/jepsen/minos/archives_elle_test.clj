(ns minos.archives-elle-test
  "Every history with a known verdict is given to Elle too; the differences are listed at the end."
  (:require [clojure.string :as str]
            [clojure.test :refer [deftest is use-fixtures]]
            [minos.archives :as archives]
            [minos.compare :as compare]))

(def ^:private reports (atom []))

(defn- list-differences [reports]
  (println "\nElle and Minos on" (count reports) "histories:" (pr-str (compare/summary reports)))
  (doseq [{:keys [file error models]} reports
          :let [differences (group-by (comp (juxt :class :because) :difference) (filter :difference models))]
          :when (or error (seq differences))]
    (println file)
    (when error (println "  " error))
    (doseq [[[class because] models] differences]
      (println (str "  " (str/join ", " (map (comp name :model) models)) ": " class ": " because)))))

(use-fixtures :once
  (fn [run]
    (reset! reports [])
    (run)
    (list-differences @reports)))

(deftest what-elle-finds-minos-finds
  (doseq [{:keys [file]} (archives/all)
          :let [report (assoc (compare/compare-history {} (compare/read-ops file)) :file (str file))]]
    (swap! reports conj report)
    (is (not-any? #(= "to be examined" (:class (:difference %))) (:models report)) file)
    (when (some (comp false? :valid? :other) (:models report))
      (is (some (comp false? :valid? :minos) (:models report)) file))))
