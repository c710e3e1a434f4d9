(ns minos.jepsen-test
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [clojure.walk :as walk]
            [jepsen.checker :as checker]
            [jepsen.client :as client]
            [jepsen.core :as jepsen]
            [jepsen.generator :as gen]
            [jepsen.history :as h]
            [jepsen.independent :as independent]
            [jepsen.store :as store]
            [jepsen.tests :as tests]
            [jepsen.tests.cycle.append :as append]
            [minos.compare :as compare]
            [minos.jepsen :as minos])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(def ^:dynamic *folder* nil)

(use-fixtures :each
  (fn [run]
    (let [folder (str (Files/createTempDirectory "minos" (make-array FileAttribute 0)))]
      (with-redefs [store/base-dir folder]
        (binding [*folder* folder] (run))))))

(def ^:private stored {:name "stored", :start-time "20240101T000000.000Z"})

(defn- ok [process & mops]
  {:process process, :type :ok, :f :txn, :value (vec mops)})

(def ^:private g1c
  (h/history [(ok 0 [:append :x 1] [:r :y [1]])
              (ok 1 [:append :x 2] [:append :y 1])
              (ok 2 [:r :x [1 2]])]))

(defn- plain
  "A result without records."
  [result]
  (walk/postwalk #(if (record? %) (into {} %) %) result))

(defn- files-below [folder]
  (set (map #(str (.relativize (.toPath (io/file folder)) (.toPath %))) (filter #(.isFile %) (file-seq (io/file folder))))))

(deftest elle-and-minos-side-by-side
  (let [opts {:consistency-models [:read-committed]}
        both (checker/compose {:elle (append/checker opts), :minos (minos/checker opts)})
        {:keys [valid? elle minos]} (checker/check both stored g1c {})]
    (is (false? valid?))
    (is (= [:G1c] (:anomaly-types elle) (:anomaly-types minos)))
    (is (= (:not elle) (:not minos) #{:read-committed}))
    (is (every? (:also-not elle) (:also-not minos)) "Minos rules out no model that Elle would not")
    (testing "cases have the same shape"
      (let [[a b] (map (comp first :G1c :anomalies) [elle minos])
            rotate (fn [{:keys [cycle steps]}] (set (map vector (map :value cycle) (map #(into {} %) steps))))]
        (is (= (rotate a) (rotate b)))
        (is (= (keys (into (sorted-map) a)) (keys (into (sorted-map) b))))))
    (is (every? (files-below (store/path stored)) ["minos/verdict.txt" "minos/result.edn"]))
    (testing "operations are those of the history, in the file as maps"
      (is (every? (set g1c) (mapcat :cycle (:G1c (:anomalies minos)))))
      (is (= (plain minos) (edn/read-string (slurp (store/path stored "minos" "result.edn"))))))))

(deftest under-other-checkers
  (let [keyed (h/history (for [k [:a :b], op g1c] (-> (into {} op)
                                                      (dissoc :index)
                                                      (update :value #(independent/tuple k %)))))
        checker (independent/checker (checker/concurrency-limit 1 (minos/checker {:consistency-models [:read-committed]})))
        result (checker/check checker stored keyed {})]
    (is (false? (:valid? result)))
    (is (= {:a [:G1c], :b [:G1c]} (update-vals (:results result) :anomaly-types)))
    (is (every? (files-below (store/path stored)) ["independent/:a/minos/verdict.txt" "independent/:b/minos/verdict.txt"]))))

(deftest without-a-store
  (testing "nothing is written"
    (is (false? (:valid? (checker/check (minos/checker {:levels [:causal]}) {} g1c {}))))
    (is (= #{} (files-below *folder*))))
  (testing "except where the options say"
    (checker/check (minos/checker {:levels [:causal], :directory (str *folder* "/here")}) {} g1c {})
    (is (= #{"here/index.html" "here/verdict.txt" "here/result.edn" "here/G1c-1.svg" "here/G1c-1.dot" "here/G1c.txt"
             "here/G1c/0.svg"} (files-below *folder*)))))

(deftest failures-are-unknown
  (let [check #(checker/check (minos/checker %1) {} %2 {})]
    (is (= {:valid? :unknown, :cause "clojure.lang.ExceptionInfo: operation 0: found [:inc :x 1], expected [:append key element], [:r key value] or [:w key value]"}
           (check {:levels [:causal]} (h/history [(ok 0 [:inc :x 1])]))))
    (is (= {:valid? :unknown, :cause "java.lang.StackOverflowError: deep"}
           (check {:levels [:causal]} (reify clojure.lang.Indexed clojure.lang.IReduceInit
                                        (reduce [_ _ _] (throw (StackOverflowError. "deep"))))))))
  (is (thrown? IllegalArgumentException (minos/checker {:consistency-models [:serialisable]})) "at once, not after the test"))

(deftest comparing-inside-a-test
  (let [checker (checker/compose {:compare (compare/checker {:consistency-models [:read-committed :causal-cerone]})})
        {:keys [compare]} (checker/check checker stored g1c {})]
    (is (true? (:valid? compare)))
    (is (= #{:G1c} (:both (:anomalies compare))))
    (is (every? (files-below (store/path stored)) ["minos-compare/report.txt" "minos-compare/report.edn"]))))

;; A database in memory, to run whole tests.

(defn- transact
  "The lists after a transaction, and what it did. A stale database reads what was there before its own first append."
  [stale? lists mops]
  (reduce (fn [[now done] [f k v :as mop]]
            (case f
              :r [now (conj done [f k (get (if stale? lists now) k [])])]
              :append [(update now k (fnil conj []) v) (conj done mop)]))
          [lists []] mops))

(defrecord ^:private Lists [state stale?]
  client/Client
  (open! [this _ _] this)
  (setup! [_ _])
  (invoke! [_ _ op]
    (locking state
      (let [[lists done] (transact stale? @state (:value op))]
        (reset! state lists)
        (assoc op :type :ok, :value done))))
  (teardown! [_ _])
  (close! [_ _]))

(defn- run-test [stale?]
  (let [opts {:model :list-append, :consistency-models [:causal], :key-count 3, :min-txn-length 2, :max-txn-length 4}
        workload (minos/test opts)]
    (jepsen/run! (merge tests/noop-test
                        {:name "minos", :concurrency 4, :ssh {:dummy? true}
                         :client (->Lists (atom {}) stale?)
                         :generator (gen/clients (gen/limit 200 (:generator workload)))
                         :checker (checker/compose {:minos (:checker workload), :stats (checker/stats)})}))))

(deftest whole-tests
  (testing "of a database that is right"
    (let [{:keys [minos valid?]} (:results (run-test false))]
      (is (true? valid?))
      (is (= {:level :causal, :order :session, :asked [:causal], :valid? true, :anomalies []} (first (:levels (:minos minos)))))
      (is (= 200 (:transactions (:stats (:minos minos)))))))
  (testing "of one that does not show a transaction its own writes; results survive storing"
    (let [{:keys [start-time results]} (run-test true)]
      (is (= [:internal] (:anomaly-types (:minos results))))
      (is (= results (store/load-results "minos" start-time))))))

(deftest mistakes-in-the-options-of-a-test
  (is (thrown-with-msg? IllegalArgumentException #"no option is called :timeout; did you mean :timeout-ms\?"
        (minos/test {:timeout 5, :key-count 3})))
  (is (thrown-with-msg? IllegalArgumentException #":model is :list-append or :rw-register here, not :lwt"
        (minos/test {:model :lwt}))))

(deftest generators-are-jepsens
  (is (every? #{:r :w} (mapcat #(map first (:value %)) (take 50 (:generator (minos/test {:model :rw-register}))))))
  (is (every? #{:r :append} (mapcat #(map first (:value %)) (take 50 (:generator (minos/test {})))))))
