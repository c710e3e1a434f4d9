(ns minos.libraries-test
  "A library that is not there, or lacks what it needs, is named; no history is to blame."
  (:require [clojure.test :refer [deftest is]]
            [minos.libraries :as libraries])
  (:import (clojure.lang Compiler$CompilerException ExceptionInfo)
           (java.io FileNotFoundException)))

(defn- complaint [symbol]
  (try (libraries/library symbol)
       (catch ExceptionInfo e [(:type (ex-data e)) (ex-message e)])))

(deftest what-cannot-be-loaded-is-told
  (is (= #'clojure.string/join (libraries/library 'clojure.string/join)))
  (let [[type message] (complaint 'no.such.library/check)]
    (is (= :minos/missing-library type))
    (is (re-find #"^no.such.library is not on the class path: Could not locate" message)))
  (let [missing (FileNotFoundException. "Could not locate rhizome/dot.clj")]
    (with-redefs [require (fn [_] (throw (Compiler$CompilerException. "elle/graph.clj" 1 1 missing)))]
      (let [[type message] (complaint 'elle.graph/check)]
        (is (= :minos/missing-library type))
        (is (re-find #"^elle.graph cannot be loaded: .*: Could not locate rhizome/dot.clj$" message))))))
