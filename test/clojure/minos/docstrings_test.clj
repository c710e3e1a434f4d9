(ns minos.docstrings-test
  "Runs the examples in docstrings: indented code, a comment `; => value` after it. A map that ends in `…` is compared by
  the keys that it shows."
  (:require [clojure.string :as str]
            [clojure.test :refer [deftest is]]
            minos.convert
            minos.core
            minos.data
            minos.generator
            minos.list-append
            minos.models
            minos.rw-register))

(def ^:private namespaces
  '[minos.convert minos.core minos.data minos.generator minos.list-append minos.models minos.rw-register])

(defn- examples
  "Pairs of code and expected text in a docstring."
  [doc]
  (->> (str/split doc #"\n\s*\n")
       (mapcat #(re-seq #"(?s)\s{6}(\(.*?)\s*; => ([^\n]*)" (str "\n" %)))
       (map (comp vec rest))))

(defn- expected [text]
  (read-string (str/replace text ", …}" "}")))

(deftest examples-run
  (let [ran (atom 0)]
    (doseq [ns-name namespaces
            doc (keep (comp :doc meta) (cons (the-ns ns-name) (vals (ns-publics ns-name))))
            [code text] (examples doc)]
      (binding [*ns* (create-ns 'minos.docstrings-test.scratch)]
        (refer-clojure)
        (refer ns-name)
        (import '(minos.model Level Order))
        (let [value (eval (read-string code))
              wanted (eval (expected text))]
          (swap! ran inc)
          (is (= wanted (if (str/ends-with? text "…}") (select-keys value (keys wanted)) value)) code)))
      (remove-ns 'minos.docstrings-test.scratch))
    (is (<= 6 @ran) "docstrings have examples")))
