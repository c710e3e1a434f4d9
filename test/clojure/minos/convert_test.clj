(ns minos.convert-test
  (:require [clojure.test :refer [deftest is testing]]
            [minos.core :as core]
            [minos.data :as data])
  (:import (minos.history History)))

(defn- show
  "The transactions of a history, each with what the engine holds of it."
  [^History history]
  (vec (for [t (range (.transactions history))]
         (cond-> (select-keys (data/op history t) [:process :type :value])
           (.hasRealTime history) (assoc :from (.invocation history t)
                                         :to (when (not= Integer/MAX_VALUE (.completion history t)) (.completion history t)))))))

(defn- convert
  ([ops] (convert {} ops))
  ([opts ops] (show (core/engine-history opts ops))))

(defn- txn [process type & mops]
  {:process process, :type type, :f :txn, :value (vec mops)})

(deftest completions-belong-to-invocations
  (is (= [{:process 1, :type :ok, :value [[:w :x 1]], :from 1, :to 2}
          {:process 0, :type :ok, :value [[:r :x 1]], :from 0, :to 3}]
         (convert [(txn 0 :invoke [:r :x nil])
                   (txn 1 :invoke [:w :x 1])
                   (txn 1 :ok [:w :x 1])
                   (txn 0 :ok [:r :x 1])]))))

(deftest what-did-not-complete-comes-last
  (is (= [{:process 2, :type :fail, :value [[:append :x 3]], :from 3, :to 4}
          {:process 3, :type :ok, :value [[:append :x 4]], :from 6, :to 7}
          {:process 0, :type :info, :value [[:append :x 1]], :from 0, :to nil}
          {:process 1, :type :info, :value [[:append :x 2] [:r :x nil]], :from 1, :to nil}]
         (convert [(txn 0 :invoke [:append :x 1])
                   (txn 1 :invoke [:append :x 2] [:r :x nil])
                   {:process 0, :type :info, :f :txn, :error :timeout}
                   (txn 2 :invoke [:append :x 3])
                   {:process 2, :type :fail, :f :txn}
                   {:process :nemesis, :type :info, :f :kill, :value :all}
                   (txn 3 :invoke [:append :x 4])
                   (txn 3 :ok [:append :x 4])]))))

(deftest a-session-goes-on-after-an-unknown-outcome
  (is (= [[0 :info] [0 :ok]]
         (map (juxt :process :type)
              (convert [(txn 0 :invoke [:w :x 1])
                        (txn 0 :info [:w :x 1])
                        (txn 0 :invoke [:w :x 2])
                        (txn 0 :ok [:w :x 2])])))))

(deftest without-invocations-there-is-no-real-time
  (is (= [{:process 0, :type :ok, :value [[:w :x 1]]}
          {:process 1, :type :fail, :value [[:w :x 2] [:r :x nil]]}]
         (convert [(txn 0 :ok [:w :x 1]) (txn 1 :fail [:w :x 2] [:r :x 1])]))))

(deftest operations-count-by-index-if-all-have-one
  (let [ops (map-indexed #(assoc %2 :index (* 3 %1))
                         [(txn 0 :invoke [:w :x 1]) (txn 1 :invoke [:r :x nil]) (txn 0 :ok [:w :x 1]) (txn 1 :ok [:r :x 1])])]
    (is (= (convert ops) (convert (reverse ops)) (convert (shuffle ops))))
    (is (= (convert ops) (convert (map #(dissoc % :index) ops))))))

(deftest the-kind-of-history-does-not-matter
  (let [ops [(txn 0 :ok [:append 1 1] [:r 1 [1]]) (txn 1 :ok [:r 1 [1]])]]
    (is (= (convert ops) (convert (lazy-seq ops)) (convert (into-array ops)) (convert (eduction (map identity) ops))))
    (is (= (convert ops) (convert (map #(update % :value (partial map seq)) ops))) "sequences instead of vectors")))

(deftest other-operations-are-not-looked-into
  (is (= [[[:append :x 1]]]
         (map :value (convert [{:process 0, :type :ok, :f :count, :value (range)}
                               {:process 1, :type :ok, :f :pairs, :value [[1 (range)] [2 (range) 3 4]]}
                               (txn 0 :ok [:append :x 1])])))))

(deftest keys-and-values-may-be-anything
  (testing "equal things are one"
    (is (= 1 (.keys (core/engine-history {} [(txn 0 :ok [:w {:a 1, :b #{2 3}} 1]) (txn 0 :ok [:w {:b #{3 2}, :a (int 1)} 2])]))))
    (is (= 1 (.versions (core/engine-history {:model :rw-register} [(txn 0 :ok [:w :x '(1 2)]) (txn 0 :ok [:r :x [1 2]])]))))
    (is (= 1 (.versions (core/engine-history {} [(txn 0 :ok [:w :x 7N]) (txn 0 :ok [:r :x (short 7)])])))))
  (testing "different things are not"
    (is (= 2 (.keys (core/engine-history {} [(txn 0 :ok [:w "1" 1]) (txn 0 :ok [:w 1 1])])))))
  (is (= [["k" 1.5] [nil :v] ['s true]]
         (map (comp vec rest) (:value (first (convert [(txn 0 :ok [:w "k" 1.5] [:w nil :v] [:w 's true])]))))))
  (is (= [[:r :x [Long/MIN_VALUE 100000000000000000000N]]]
         (:value (first (convert [(txn 0 :ok [:r :x [Long/MIN_VALUE 100000000000000000000N]])]))))))

(deftest single-operations-are-transactions-of-registers
  (is (= [{:process 0, :type :ok, :value [[:w :k 1]], :from 0, :to 1}
          {:process 0, :type :ok, :value [[:r :k 1] [:w :k 2]], :from 2, :to 3}
          {:process 0, :type :ok, :value [[:r :k 2]], :from 4, :to 5}
          {:process 0, :type :fail, :value [[:w :k 4]], :from 6, :to 7}]
         (convert (mapcat (fn [[f v type]] [{:process 0, :type :invoke, :f f, :value v} {:process 0, :type type, :f f, :value v}])
                          [[:write [:k 1] :ok] [:cas [:k [1 2]] :ok] [:read [:k 2] :ok] [:cas [:k [3 4]] :fail]]))))
  (is (= [{:process 0, :type :ok, :value [[:r :k 5]]} {:process 0, :type :ok, :value [[:r 'register nil]]}]
         (map #(select-keys % [:process :type :value])
              (convert [{:process 0, :type :fail, :f :cas, :value [:k [3 4 5]]}
                        {:process 0, :type :fail, :f :cas, :value [3 6 nil]}])))
      "a failed compare-and-set that tells what it found is a read")
  (is (= [[[:r 'register nil] [:w 'register 2]]]
         (map :value (convert [{:process 0, :type :ok, :f :cas, :value [nil 2]}])))))

(deftest what-is-no-history-is-refused-by-name
  (doseq [[message ops]
          {#"operation 1: found an :invoke of process 0, which has yet to complete" [(txn 0 :invoke [:w :x 1]) (txn 0 :invoke [:w :x 2])]
           #"operation 9: found a completion without :invoke" [(assoc (txn 0 :invoke [:w :x 1]) :index 7) (assoc (txn 1 :ok [:w :x 2]) :index 9)]
           #"operation 0: found a completion without :invoke" [(txn 0 :ok [:w :x 1]) (txn 0 :invoke [:w :x 2])]
           #"found an :ok without micro-ops" [(txn 0 :invoke [:w :x 1]) {:process 0, :type :ok, :f :txn}]
           #"found \[:inc :x 1\], expected \[:append key element\], \[:r key value\] or" [(txn 0 :ok [:inc :x 1])]
           #"found \[:w\], expected" [(txn 0 :ok [:w])]
           #"found \[:w :x\], expected" [(txn 0 :ok [:w :x])]
           #"found a write of a register, expected lists only, as this history is list-append" [(txn 0 :ok [:append :x 1] [:w :y 1])]
           #"found :type :done" [(txn 0 :done [:w :x 1])]
           #"found 7, expected a vector of micro-ops" [{:process 0, :type :ok, :f :txn, :value 7}]
           #"operation 1: found an operation :sync beside those of lwt" [{:process 0, :type :ok, :f :cas, :value [1 2]} {:process 0, :type :ok, :f :sync, :value 3}]
           #"operation 0: found the :value \{:amount 1\}, expected \{:from account" [{:process 0, :type :ok, :f :transfer, :value {:amount 1}} {:process 0, :type :ok, :f :read, :value 3}]}]
    (is (thrown-with-msg? clojure.lang.ExceptionInfo message (convert ops))))
  (is (thrown-with-msg? IllegalArgumentException #"no model is called :tree" (convert {:model :tree} []))))

(deftest other-fields-are-at-hand-for-explanations
  (let [history (core/engine-history {} [(assoc (txn 0 :ok [:w :x 1]) :time 17, :node "n1", :long-list (range 1000))])]
    (is (= {"index" "0", "time" "17", "node" "\"n1\""} (dissoc (into {} (.fields history 0)) "long-list")))
    (is (< (count (get (.fields history 0) "long-list")) 200))))
