(ns minos.jepsen-stand-in
  "The few things of Jepsen that `minos.jepsen` calls, so that it is loaded and tested also where Clojars is out of reach. Where
  Jepsen is on the class path nothing happens here, and the same tests are about Jepsen itself."
  (:refer-clojure :exclude [update])
  (:require [clojure.java.io :as io]))

(defprotocol Checker
  (check [checker test history opts]))

(defprotocol Generator
  (update [gen test context event])
  (op [gen test context]))

(extend-protocol Generator
  nil
  (update [_ _ _ _] nil)
  (op [_ _ _] nil)

  clojure.lang.Sequential
  (update [ops _ _ _] ops)
  (op [ops _ _] (when-let [[op & more] (seq ops)] [op more])))

(def base-dir "store")

(declare stored-in)

(defn path!
  "A file below the test's store directory; its folder is made."
  [{:keys [name start-time]} & parts]
  (let [file (apply io/file (stored-in) name start-time (map str (remove nil? (flatten parts))))]
    (io/make-parents file)
    file))

(defn- workload [mops]
  (fn test [_] {:generator (map (fn [mop] {:f :txn, :value [mop]}) mops), :checker nil}))

(defn- define
  "Makes a namespace with these variables, as if a file had been loaded."
  [namespace variables]
  (create-ns namespace)
  (doseq [[name value] variables] (intern namespace name value))
  (dosync (commute @#'clojure.core/*loaded-libs* conj namespace)))

(when-not (io/resource "jepsen/checker.clj")
  (define 'jepsen.checker {'Checker Checker, 'check check})
  (define 'jepsen.generator {'Generator Generator, 'op op, 'update update})
  (define 'jepsen.store {'base-dir base-dir, 'path! path!})
  (define 'jepsen.tests.cycle.append {'test (workload [[:append 1 1] [:r 1 nil]])})
  (define 'jepsen.tests.cycle.wr {'test (workload [[:w 1 1] [:r 1 nil]])}))

(defn- stored-in []
  @(resolve 'jepsen.store/base-dir))
