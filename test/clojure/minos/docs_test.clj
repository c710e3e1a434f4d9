(ns minos.docs-test
  "The examples in docstrings and in the documentation are true. Those that need Jepsen are run in test/jepsen."
  (:require [clojure.test :refer [deftest is]]
            [minos.examples :as examples]
            minos.convert
            minos.core
            minos.data
            minos.generator
            minos.list-append
            minos.models
            minos.rw-register))

(deftest docstrings
  (let [texts (for [name '[minos.convert minos.core minos.data minos.generator minos.list-append minos.models minos.rw-register]
                    doc (keep (comp :doc meta) (cons (the-ns name) (vals (ns-publics name))))
                    text (examples/in-docstring doc)]
                [text name])]
    (is (<= 7 (count texts)))
    (doseq [[text name] texts] (examples/run text name))))

(deftest no-reflection
  (let [warnings (java.io.StringWriter.)]
    (binding [*err* warnings]
      (doseq [name '[minos.models minos.options minos.data minos.convert minos.files minos.result minos.core minos.libraries
                     minos.knossos minos.compare minos.generator]]
        (require name :reload)))
    (is (= "" (str warnings)))))

(deftest documentation
  (let [blocks (for [file ["README.md" "doc/jepsen.md"]
                     block (examples/in-markdown file)
                     :when (not (re-find #"jepsen\.|elle\." block))]
                 block)]
    (is (<= 3 (count blocks)))
    (run! #(examples/run % nil) blocks)))
