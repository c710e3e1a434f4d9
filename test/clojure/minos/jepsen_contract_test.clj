(ns minos.jepsen-contract-test
  "What `minos.jepsen` promises to Jepsen: checkers that answer with a map of plain data, whatever happens, and write below the
  test's store directory. With Jepsen, or with what stands in for it."
  (:require [clojure.java.io :as io]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [minos.jepsen-stand-in]
            [jepsen.checker :as checker]
            [jepsen.generator :as gen]
            [jepsen.store :as store]
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
  [(ok 0 [:append :x 1] [:r :y [1]])
   (ok 1 [:append :x 2] [:append :y 1])
   (ok 2 [:r :x [1 2]])])

(defn- files []
  (set (map #(str (.relativize (.toPath (io/file *folder*)) (.toPath ^java.io.File %)))
            (filter #(.isFile ^java.io.File %) (file-seq (io/file *folder*))))))

(deftest a-checker-answers
  (let [checker (minos/checker {:consistency-models [:read-committed]})]
    (is (satisfies? checker/Checker checker))
    (is (false? (:valid? (checker/check checker {} g1c {}))))
    (is (true? (:valid? (checker/check checker {} [(ok 0 [:append :x 1]) (ok 1 [:r :x [1]])] {}))))
    (is (= :unknown (:valid? (checker/check checker {} [] {}))))))

(deftest files-go-below-the-store-directory
  (let [checker (minos/checker {:consistency-models [:read-committed]})]
    (checker/check checker {} g1c {})
    (is (= #{} (files)) "nothing is written without a store")
    (checker/check checker stored g1c {})
    (checker/check checker stored g1c {:subdirectory ["independent" ":a"]})
    (doseq [folder ["stored/20240101T000000.000Z/minos/" "stored/20240101T000000.000Z/independent/:a/minos/"]
            file ["index.html" "verdict.txt" "result.edn"]]
      (is (contains? (files) (str folder file))))
    (checker/check (minos/checker {:directory (str *folder* "/here")}) stored g1c {})
    (is (contains? (files) "here/index.html") "or where the options say")))

(deftest whatever-goes-wrong-is-unknown
  (let [check #(checker/check (minos/checker {:levels [:causal]}) {} % {})]
    (is (= {:valid? :unknown, :cause "clojure.lang.ExceptionInfo: operation 0: found [:inc :x 1], expected [:append key element], [:r key value] or [:w key value]"}
           (check [(ok 0 [:inc :x 1])])))
    (is (= {:valid? :unknown, :cause "java.lang.StackOverflowError: deep"}
           (check (reify clojure.lang.Indexed
                    (count [_] 1)
                    (nth [_ _] (throw (StackOverflowError. "deep")))
                    clojure.lang.IReduceInit
                    (reduce [_ _ _] (throw (StackOverflowError. "deep")))))))))

(deftest mistakes-are-told-before-the-test-begins
  (is (thrown? IllegalArgumentException (minos/checker {:consistency-models [:serialisable]})))
  (is (thrown-with-msg? IllegalArgumentException #"no option is called :timeout; did you mean :timeout-ms\?"
        (minos/test {:timeout 5, :key-count 3})))
  (is (thrown-with-msg? IllegalArgumentException #":model is :list-append or :rw-register here, not :lwt"
        (minos/test {:model :lwt}))))

(deftest tests-have-jepsens-generators-and-our-checker
  (doseq [[opts fs] [[{} #{:append :r}] [{:model :rw-register} #{:w :r}]]
          :let [{:keys [generator checker]} (minos/test (assoc opts :key-count 3, :consistency-models [:serializable]))]]
    (is (every? fs (mapcat #(map first (:value %)) (take 50 generator))))
    (is (satisfies? checker/Checker checker))))

(deftest checkers-of-other-workloads
  (let [step (fn [process f value result] [{:process process, :type :invoke, :f f, :value value}
                                           {:process process, :type :ok, :f f, :value result}])
        check (fn [checker test & steps] (checker/check checker test (apply concat steps) {}))]
    (is (false? (:valid? (check (minos/set-full) {} (step 0 :add 1 1) (step 0 :read nil [])))))
    (is (false? (:valid? (check (minos/counter) {} (step 0 :add 1 1) (step 1 :read nil 2)))))
    (testing "a bank knows its accounts from the test"
      (is (false? (:valid? (check (minos/bank) {:accounts [0 1], :total-amount 10}
                                  (step 0 :read nil {0 5, 1 5}) (step 0 :read nil {0 5, 1 4}))))))))

(deftest a-comparison-without-the-other-tool-is-unknown
  (when-not (io/resource "elle/list_append.clj")
    (let [{:keys [valid? cause]} (checker/check (compare/checker {}) stored g1c {})]
      (is (= :unknown valid?))
      (is (re-find #"elle.list-append is not on the class path" cause)))))

(defn- perform
  "Runs a generator as Jepsen does, one operation after another; `complete` says how an invocation ends. Returns the history."
  [generator complete]
  (loop [gen generator, history []]
    (if-let [[op gen'] (gen/op gen {} {})]
      (let [completion (complete op)]
        (recur (-> gen' (gen/update {} {} op) (gen/update {} {} completion))
               (conj history op completion)))
      history)))

(defn- invocations
  "Endless transactions of two clients, who take their time: however late a live judge begins, it overtakes them."
  []
  (map (fn [n]
         (when (< 100 n) (Thread/sleep 1))
         {:type :invoke, :process (mod n 2), :f :txn, :value [[:r :x nil] [:w :x n]], :index (* 2 n)})
       (iterate inc 0)))

(defn- completed
  "Each reads what was there in the beginning, and so loses the update before it."
  [op]
  (-> op (assoc :type :ok) (update :index inc)))

(deftest a-live-test-ends-at-its-first-violation
  (let [{:keys [generator checker]} (minos/live {:consistency-models [:snapshot-isolation]})
        history (perform (generator (invocations)) completed)
        result (checker/check checker stored history {})]
    (is (false? (:valid? result)))
    (is (contains? (-> result :live :levels) :snapshot-isolation))
    (is (<= 4 (-> result :live :operations) (count history)))
    (is (contains? (files) "stored/20240101T000000.000Z/minos/index.html"))))

(deftest a-live-test-goes-on-if-asked
  (let [{:keys [generator checker]} (minos/live {:consistency-models [:snapshot-isolation], :on-violation :continue})
        history (perform (generator (take 100 (invocations))) completed)
        result (checker/check checker {} history {})]
    (is (= 200 (count history)))
    (is (false? (:valid? result)))
    (is (= #{:snapshot-isolation} (-> result :live :levels)))))

(deftest a-live-test-that-holds
  (let [{:keys [generator checker]} (minos/live {:consistency-models [:serializable]})
        last-value (atom nil)
        history (perform (generator (take 100 (invocations)))
                         (fn [{[[_ k _] [_ _ v]] :value :as op}]
                           (let [before @last-value]
                             (reset! last-value v)
                             (assoc (completed op) :value [[:r k before] [:w k v]]))))
        result (checker/check checker {} history {})]
    (is (true? (:valid? result)))
    (is (= {:levels #{}} (:live result)))))

(deftest a-live-test-is-never-broken
  (let [{:keys [generator checker]} (minos/live {:consistency-models [:serializable]})
        history (perform (generator (take 100 (map #(assoc % :value [[:inc :x 1]]) (invocations)))) completed)
        result (checker/check checker {} history {})]
    (is (= 200 (count history)) "it goes on")
    (is (= :unknown (:valid? result)))
    (is (string? (-> result :live :cause))))
  (is (thrown? IllegalArgumentException (minos/live {:on-violation :panic})))
  (let [{:keys [checker]} (minos/live)]
    (is (= :unknown (:valid? (checker/check checker {} [] {}))) "without a single operation")))
