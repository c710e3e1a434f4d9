(ns minos.examples
  "Finds and runs the examples of docstrings and Markdown files: forms, and after a form the value that it should have,
  `; => value`. A map that ends in `…` is compared by the keys that it shows."
  (:require [clojure.string :as str]
            [clojure.test :refer [is]]))

(defn in-docstring
  "The examples of a docstring: what is indented by six blanks and has a value."
  [doc]
  (->> (str/split doc #"\n\s*\n")
       (filter #(re-find #"(?s)^\n? {6}\(.*; => " (str "\n" %)))))

(defn in-markdown
  "The blocks of Clojure code in a Markdown file."
  [file]
  (map second (re-seq #"(?s)```clojure\n(.*?)```" (slurp file))))

(defn- steps
  "The forms of a text, each with the text of its expected value, or nil."
  [text]
  (for [[_ code expected] (re-seq #"(?s)(\(.*?|\{.*?)(?:\s*; => ([^\n]*)|\n\n|\s*$)" text)]
    [code expected]))

(defn- check-value [value expected code]
  (let [wanted (eval (read-string (str/replace expected ", …}" "}")))]
    (is (= wanted (if (str/ends-with? expected "…}") (select-keys value (keys wanted)) value)) code)))

(defn run
  "Evaluates the forms of a text, one after another, in a namespace that refers to `namespace` if that is given; asserts on
  those with a value. Returns the last form's value."
  [text namespace]
  (let [scratch (gensym "minos.examples.scratch")]
    (try
      (binding [*ns* (create-ns scratch)]
        (refer-clojure)
        (when namespace (refer namespace))
        (import '(minos.model Level Order))
        (reduce (fn [_ [code expected]]
                  (let [value (eval (read-string code))]
                    (when expected (check-value value expected code))
                    value))
                nil (steps text)))
      (finally (remove-ns scratch)))))
