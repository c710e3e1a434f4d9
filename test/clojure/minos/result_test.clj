(ns minos.result-test
  "What each kind of violation looks like to tools that know Elle's results."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.test :refer [deftest is testing]]
            [minos.core :as core]
            [minos.files :as files]
            [minos.list-append :as list-append]
            [minos.result :as result]
            [minos.rw-register :as rw-register])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)
           (java.time Duration)
           (minos Minos Source)
           (minos.model Anomaly AnomalyType Level Order Verdict Violation$Unorderable)
           (minos.render Judged)))

(defn- ok [process & mops]
  {:process process, :type :ok, :f :txn, :value (vec mops)})

(defn- fail [process & mops]
  {:process process, :type :fail, :f :txn, :value (vec mops)})

(defn- values
  "A case with its operations shortened to their values."
  [case]
  (let [shorten #(if (map? %) (:value %) %)]
    (cond-> case
      (:op case) (update :op shorten)
      (:writer case) (update :writer shorten)
      (:cycle case) (update :cycle (partial mapv shorten)))))

(defn- anomalies [result]
  (update-vals (dissoc (:anomalies result) :empty-transaction-graph) (partial mapv values)))

(deftest deletes
  (doseq [[expected read] [[true nil] [true 1] [false 2]]]
    (is (= expected
           (:valid? (rw-register/check {:consistency-models [:serializable]}
                                       [(ok 0 [:w :x 1]) (ok 0 [:w :x nil]) (ok 1 [:r :x read] [:w :x 1])])))
        (str "reads " read))))

(deftest reads-that-are-wrong-by-themselves
  (doseq [[type case history]
          [[:thin-air-read {:op [[:r :x 9]], :mop [:r :x 9], :element 9}
            [(ok 0 [:r :x 9])]]
           [:G1a {:op [[:r :x 1]], :mop [:r :x 1], :writer [[:w :x 1]]}
            [(fail 0 [:w :x 1]) (ok 1 [:r :x 1])]]
           [:G1a {:op [[:r :x [1 2]]], :mop [:r :x [1 2]], :writer [[:append :x 1]], :element 1}
            [(fail 0 [:append :x 1]) (ok 1 [:append :x 2]) (ok 2 [:r :x [1 2]])]]
           [:G1b {:op [[:r :x 1]], :mop [:r :x 1], :writer [[:w :x 1] [:w :x 2]]}
            [(ok 0 [:w :x 1] [:w :x 2]) (ok 1 [:r :x 1])]]
           [:future-read {:op [[:r :x 1] [:w :x 1]], :mop [:r :x 1], :element 1}
            [(ok 0 [:r :x 1] [:w :x 1])]]
           [:internal {:op [[:w :x 1] [:r :x 2]], :mop [:r :x 2], :expected 1}
            [(ok 1 [:w :x 2]) (ok 0 [:w :x 1] [:r :x 2])]]
           [:internal {:op [[:append :x 2] [:r :x [1]]], :mop [:r :x [1]], :expected ['... 2]}
            [(ok 1 [:append :x 1]) (ok 0 [:append :x 2] [:r :x [1]])]]
           [:internal {:op [[:w :x 1] [:w :x 2] [:r :x 1]], :mop [:r :x 1], :expected 2}
            [(ok 0 [:w :x 1] [:w :x 2] [:r :x 1])]]]]
    (let [result (core/check {:consistency-models [:read-committed]} history)]
      (is (false? (:valid? result)) type)
      (is (= [case] (get (anomalies result) type)) type)
      (is (some #{type} (:anomaly-types result)) type)
      (is (= (if (= :internal type) #{:read-atomic} #{:read-committed}) (:not result)) type)
      (is (not (contains? (:also-not result) :read-uncommitted)))
      (testing "and what more is known than the anomaly's name tells"
        (is (= (when (= :internal type) #{:read-committed}) (:not (:minos result))) type)))))

(deftest a-read-without-a-value-is-of-nil
  (let [ops [(ok 0 [:append :x 1] [:append :y 1]) (ok 1 [:r :x [1]] [:r :y])]
        result (list-append/check {:consistency-models [:snapshot-isolation]} ops)]
    (is (= [:G-single-item] (:anomaly-types result)))
    (is (= [:r :y] (get-in result [:anomalies :G-single-item 0 :cycle 0 :value 1])) "told as the history has it")))

(deftest reads-of-two-versions
  (let [result (core/check {:levels [:cut-isolation]} [(ok 0 [:w :x 1]) (ok 1 [:r :x nil] [:r :x 1])])]
    (is (= {:internal [{:op [[:r :x nil] [:r :x 1]], :mop [:r :x 1], :expected nil}]} (anomalies result)))
    (is (= #{:read-atomic} (:not result)))))

(deftest lists-that-contradict-each-other
  (let [result (list-append/check {:consistency-models [:read-uncommitted]}
                                  [(ok 0 [:append :x 1]) (ok 1 [:append :x 2]) (ok 2 [:r :x [1 2]]) (ok 3 [:r :x [2]])])]
    (is (= [:incompatible-order] (:anomaly-types result)))
    (is (= [:x #{[1 2] [2]}] ((juxt :key (comp set :values)) (first (:incompatible-order (:anomalies result))))))
    (is (= [#{:read-committed} #{:read-uncommitted}] [(:not result) (:not (:minos result))])))
  (is (= [{:op [[:r :x [1 1]]], :mop [:r :x [1 1]], :duplicates {1 2}}]
         (:duplicate-elements (anomalies (list-append/check {:consistency-models [:read-uncommitted]}
                                                            [(ok 0 [:append :x 1]) (ok 1 [:r :x [1 1]])]))))))

(deftest each-list-that-is-contradicted-is-told
  (let [reads (fn [i k] [(ok i [:append k 1]) (ok i [:append k 2]) (ok i [:append k 3])
                         (ok i [:r k [1 2 3]]) (ok i [:r k [2]]) (ok i [:r k [3]]) (ok i [:r k [2 1]]) (ok i [:r k [3 1]])])
        result (list-append/check {:consistency-models [:read-uncommitted]} (concat (reads 0 :x) (reads 1 :y) (reads 2 :z)))]
    (is (= [:x :y :z] (map :key (:incompatible-order (:anomalies result)))) "one case for each key, as Elle has it")))

(deftest cycles-have-operations-and-steps
  (is (= {:G0 [{:cycle [[[:append :x 1] [:append :y 2]] [[:append :x 2] [:append :y 1]] [[:append :x 1] [:append :y 2]]]
                :steps [{:type :ww, :key :x, :value 1, :value' 2, :a-mop-index 0, :b-mop-index 0}
                        {:type :ww, :key :y, :value 1, :value' 2, :a-mop-index 1, :b-mop-index 1}]
                :type :G0}]}
         (anomalies (list-append/check {:consistency-models [:read-uncommitted]}
                                       [(ok 0 [:append :x 1] [:append :y 2])
                                        (ok 1 [:append :x 2] [:append :y 1])
                                        (ok 2 [:r :x [1 2]] [:r :y [1 2]])]))))
  (testing "with an edge of session order"
    (is (= {:G1c-process [{:cycle [[[:w :x 1]] [[:r :x 1]] [[:w :x 1]]]
                           :steps [{:type :wr, :key :x, :value 1, :a-mop-index 0, :b-mop-index 0} {:type :process, :process 0}]
                           :type :G1c-process}]}
           (anomalies (rw-register/check {:consistency-models [:strong-session-read-committed]}
                                         [(ok 0 [:r :x 1]) (ok 0 [:w :x 1])]))))))

(deftest a-commit-edge-is-an-anti-dependency
  (let [history [(ok 0 [:w :x 1] [:w :y 1]) (ok 1 [:r :x 1] [:r :y nil])]
        result (rw-register/check {:consistency-models [:monotonic-atomic-view]} history)]
    (is (= {:G-single-item [{:cycle [[[:r :x 1] [:r :y nil]] [[:w :x 1] [:w :y 1]] [[:r :x 1] [:r :y nil]]]
                             :steps [{:type :rw, :key :y, :value nil, :value' 1, :a-mop-index 1, :b-mop-index 1}
                                     {:type :wr, :key :x, :value 1, :a-mop-index 0, :b-mop-index 0}]
                             :type :G-single-item}]}
           (anomalies result)))
    (is (= [#{:consistent-view :repeatable-read} #{:monotonic-atomic-view}] [(:not result) (:not (:minos result))]))
    (is (= [[:non-monotonic-read :h]] (map (juxt :type :tap) (:anomalies (first (:levels (:minos result))))))))
  (testing "and so it is where the order of the writes must first be inferred"
    (let [result (rw-register/check {:levels [:causal]}
                                    [(ok 0 [:w :x 1]) (ok 0 [:w :y 1])
                                     (ok 1 [:w :x 2]) (ok 1 [:w :y 2])
                                     (ok 2 [:r :y 1] [:r :x 2])
                                     (ok 3 [:r :y 2] [:r :x 1])])]
      (is (= [:G-single-item-process] (:anomaly-types result)))
      (is (= [:causality-violation-cm] (map :type (:anomalies (first (:levels (:minos result)))))))
      (is (= #{[:ww true]} (set (map (juxt :type :inferred) (:steps (first (val (first (:anomalies result))))))))))))

(deftest strong-violations
  (doseq [[file types weakest]
          [["snapshot-isolation/write-skew.edn" [:G2-item] #{:repeatable-read}]
           ["parallel-snapshot-isolation/long-fork.edn" [:G-nonadjacent-item] #{:repeatable-read :snapshot-isolation}]
           ["prefix/lost-update.edn" [:G2-item :lost-update] #{:cursor-stability :update-atomic}]
           ["prefix/lost-append.edn" [:G-single-item-realtime] #{:strong-snapshot-isolation}]
           ["serializable/stale-read.edn" [:G-single-item-realtime] #{:strong-snapshot-isolation}]]]
    (let [result (core/check-file {:consistency-models [:strict-serializable]} (str "test/histories/" file))]
      (is (= [false types weakest] ((juxt :valid? :anomaly-types :not) result)) file)
      (is (= :real-time (:order (first (:levels (:minos result))))))))
  (testing "two updates of one version"
    (is (= [{:key :x, :value nil, :txns [[[:r :x nil] [:w :x 1]] [[:r :x nil] [:w :x 2]]]}]
           (map #(update % :txns (comp vec sort (partial map :value)))
                (:lost-update (:anomalies (rw-register/check {:consistency-models [:snapshot-isolation]}
                                                             [(ok 0 [:r :x nil] [:w :x 1]) (ok 1 [:r :x nil] [:w :x 2])])))))))
  (testing "real time"
    (let [[write read] [{:process 0, :f :txn, :value [[:w :x 1]]} {:process 1, :f :txn, :value [[:r :x nil]]}]
          result (rw-register/check [(assoc write :type :invoke) (assoc write :type :ok) (assoc read :type :invoke) (assoc read :type :ok)])]
      (is (= #{[:realtime 1 2] [:rw nil nil]}
             (set (map (juxt :type (comp :index :a') (comp :index :b)) (:steps (first (:G-single-item-realtime (:anomalies result)))))))))))

(deftest who-has-seen-a-transaction-misses-nothing-of-it-later
  (doseq [model [:monotonic-view :monotonic-snapshot-read :monotonic-atomic-view]
          [valid? reads] [[false [[:r :y 2] [:r :x 1]]] [true [[:r :x 1] [:r :y 2]]]]]
    (is (= valid? (:valid? (rw-register/check {:consistency-models [model]}
                                              [(ok 0 [:w :x 1]) (ok 1 [:r :x 1] [:w :x 2] [:w :y 2]) (apply ok 2 reads)])))
        [model reads])))

(deftest writes-that-no-order-explains
  (let [history (core/engine-history {} [(ok 0 [:w :x 1]) (ok 1 [:w :x 2]) (ok 2 [:r :x 1])])
        tell (fn [level order]
               (let [violation (Violation$Unorderable. level (map int [0 1]) true [])
                     verdict (Verdict/violated level order [(Anomaly. AnomalyType/UNORDERABLE 1 false [violation])])]
                 (result/result (Judged. "history" history [verdict] 0 0) [{:requirement [level order], :asked [:x], :verdict verdict}]
                                {:connected? true, :order order, :prohibited #{}})))]
    (is (= {:type :PL-SI-cycle-exists, :not :snapshot-isolation, :scc-size 2, :scc #{0 1}
            :ops [[[:w :x 1]] [[:w :x 2]]]}
           (update (first (:PL-SI-cycle-exists (:anomalies (tell Level/SNAPSHOT_ISOLATION Order/NONE)))) :ops (partial mapv :value))))
    (is (= #{:snapshot-isolation} (:not (tell Level/SNAPSHOT_ISOLATION Order/NONE))))
    (is (= [:PL-SS-cycle-exists] (:anomaly-types (tell Level/STRICT_SERIALIZABLE Order/REAL_TIME))))
    (is (= [:prefix-cycle-exists] (:anomaly-types (tell Level/PREFIX Order/SESSION))))))

(deftest operations-that-no-order-explains
  (let [ops (for [[process f value] [[0 :write 1] [0 :write 2] [0 :write 1] [0 :read 2]], type [:invoke :ok]]
              {:process process, :type type, :f f, :value (when-not (= [:read :invoke] [f type]) value)})
        {:keys [valid? anomaly-types anomalies]} (core/check {:consistency-models [:linearizable]} (vec ops))]
    (is (= [false [:nonlinearizable]] [valid? anomaly-types]))
    (is (= [2 [{:model 1, :linearized []}]]
           ((juxt (comp peek first :value :op) :configs) (first (:nonlinearizable anomalies)))))
    (testing "key by key, as jepsen.independent has it, and by the default models"
      (let [keyed (fn [k] (map #(update % :value (fn [v] (clojure.lang.MapEntry. k v))) ops))]
        (is (= [false [:nonlinearizable]]
               ((juxt :valid? :anomaly-types) (core/check (vec (concat (keyed :x) (map #(update % :process + 10) (keyed :y))))))))
        (is (= :unknown (:valid? (core/check (vec (take 6 (keyed :x))))))
            "of writes alone there is nothing to judge")
        (is (true? (:valid? (core/check (vec (concat (take 6 (keyed :x))
                                                     [{:process 1, :type :invoke, :f :read, :value (clojure.lang.MapEntry. :x nil)}
                                                      {:process 1, :type :ok, :f :read, :value (clojure.lang.MapEntry. :x 1)}]))))))))))

(deftest a-valid-result-says-little-but-on-what-grounds
  (let [result (core/check {:consistency-models [:causal]} [(ok 0 [:w :x 1]) (ok 1 [:r :x 1])])]
    (is (= #{:valid? :minos} (set (keys result))))
    (is (= [{:level :causal, :order :session, :asked [:causal], :valid? true, :anomalies []}] (:levels (:minos result))))
    (is (= {:sessions 2, :transactions 2, :aborted 0, :indeterminate 0, :operations 2, :keys 1, :readsOfOthers 1} (:stats (:minos result))))
    (is (= #{:read :check} (set (keys (:millis (:minos result))))))))

(deftest unknown-says-why
  (let [twice (rw-register/check {:consistency-models [:causal]} [(ok 0 [:w :x 1]) (ok 1 [:w :x 1]) (ok 2 [:r :x 1])])]
    (is (true? (:valid? twice)) "values may repeat"))
  (let [late (rw-register/check {:timeout-ms 0} [(ok 0 [:w :x 1]) (ok 1 [:r :x 1])])]
    (is (= :unknown (:valid? late)))
    (is (re-find #"time limit" (:cause late))))
  (let [nothing (list-append/check {:levels [:causal]} [])]
    (is (= [:unknown [:empty-transaction-graph]] ((juxt :valid? :anomaly-types) nothing)))
    (is (re-find #"no transaction committed, so there is nothing to judge" (:cause nothing)))))

(deftest anomalies-asked-for-make-a-result-invalid
  (let [aborted-read [(fail 0 [:w :x 1]) (ok 1 [:r :x 1]) (ok 2 [:w :y 1]) (ok 3 [:r :y 1])]
        check #(rw-register/check {:consistency-models [], :anomalies %1} %2)]
    (is (false? (:valid? (check [:G1a] aborted-read))))
    (is (false? (:valid? (check [:G1] aborted-read))))
    (is (true? (:valid? (check [:G1b] aborted-read))))
    (is (true? (:valid? (check [:G0] aborted-read))))
    (is (nil? (:anomalies (check [:G1b] aborted-read))))
    (is (= {:G-cursor "asked for among :anomalies, but nothing looks for it"}
           (:ignored (:minos (check [:G-cursor :G0] aborted-read)))))
    (is (thrown? IllegalArgumentException (check [:G7] aborted-read)))))

(deftest options-without-effect-are-named
  (let [ignored (fn [check opts] (set (keys (:ignored (:minos (check opts [(ok 0 [:r :x nil])]))))))]
    (is (= #{} (ignored rw-register/check {:levels [:causal], :linearizable-keys? true, :sequential-keys? true, :wfr-keys? true})))
    (is (= #{:linearizable-keys? :transaction-order}
           (ignored list-append/check {:levels [:causal], :linearizable-keys? true, :transaction-order {0 1}})))
    (is (= #{:plot-format :additional-graphs}
           (ignored rw-register/check {:levels [:causal], :plot-format :png, :additional-graphs [identity]})))))

(deftest files-tell-in-words-and-pictures
  (let [folder (io/file (str (Files/createTempDirectory "minos" (make-array FileAttribute 0))) "new" "folder")
        history [(ok 0 [:w :x 1] [:w :y 1]) (ok 1 [:r :x 1] [:r :y nil])]
        check #(rw-register/check (merge {:consistency-models [:monotonic-atomic-view], :directory (str folder)} %) history)
        result (check {})]
    (is (= #{"index.html" "verdict.txt" "result.edn" "non-monotonic-read-1.svg" "non-monotonic-read-1.dot" "G-single-item.txt"
             "G-single-item"} (set (.list folder))))
    (is (= result (edn/read-string (slurp (io/file folder "result.edn")))))
    (is (re-find #"T1 reads :y=nil, the initial value, after it has seen T0" (slurp (io/file folder "verdict.txt"))))
    (is (re-find #"non-monotonic-read" (slurp (io/file folder "index.html"))))
    (testing "and a verdict survives where they cannot be written"
      (let [in-a-file (check {:directory (str (io/file folder "verdict.txt"))})]
        (is (false? (:valid? in-a-file)))
        (is (re-find #"not written" (:directory (:ignored (:minos in-a-file))))))
      (let [unread (.judge (.timeout (Minos/ask (make-array Level 0)) Duration/ZERO)
                           "history"
                           (reify Source (read [_ reading] (.check reading))))
            undrawable (files/write {:valid? false} {:directory (str folder)} unread)]
        (is (false? (:valid? undrawable)))
        (is (re-find #"not written: .*no history" (:directory (:ignored (:minos undrawable)))))))))

(deftest results-are-bounded-and-plain
  (let [long-list (vec (range 1000))
        history (concat [(apply ok 0 (map #(vector :append :x %) long-list))]
                        (for [process (range 1 100)] (ok process [:r :x (conj long-list (+ 1000 process))])))
        result (list-append/check {:consistency-models [:read-uncommitted :read-committed], :max-witnesses 3} history)]
    (is (false? (:valid? result)))
    (is (= [3 1] ((juxt (comp count :thin-air-read) (comp count :incompatible-order)) (:anomalies result))) "one a key")
    (is (< (count (pr-str (:incompatible-order (:anomalies result)))) 2000))
    (is (< (count (pr-str (:minos result))) 50000))
    (is (= result (edn/read-string (pr-str result))))))

(deftest a-cycle-is-told-however-long-it-is
  (let [n       3000
        writer  (fn [i] (ok i [:w [:seen i] 1] [:w [:x i] 1] [:w [:x (mod (dec i) n)] 2]))
        reader  (fn [i] (ok (+ n i) [:r [:seen i] 1] [:r [:x i] 2]))
        history (concat (map writer (range n)) (map reader (range n)))
        result  (rw-register/check {:consistency-models [:monotonic-atomic-view]} history)]
    (is (false? (:valid? result)))
    (is (seq (:anomaly-types result)))
    (is (every? seq (vals (:anomalies result))))))

(deftest a-witness-has-its-cause-and-what-happened-around-it
  (let [nemesis {:type :info, :process :nemesis, :f :kill, :value ["n2"]}
        history (map-indexed
                  (fn [i op] (assoc op :index i, :time (* i 1000000000)))
                  [nemesis
                   (assoc nemesis :value {"n2" :killed})
                   {:process 0, :type :invoke, :f :txn, :value [[:w :x 1]]}
                   {:process 0, :type :fail, :f :txn, :value [[:w :x 1]], :error [:conflict "x"]}
                   {:process 1, :type :invoke, :f :txn, :value [[:r :x nil]]}
                   {:process 1, :type :ok, :f :txn, :value [[:r :x 1]]}])
        witness (-> (rw-register/check {:consistency-models [:read-committed]} history)
                    :minos :levels first :anomalies first :witnesses first)]
    (is (= "T1 (session 1) read :x=1, but T0 (session 0), which wrote :x=1, was aborted" (:cause witness)))
    (is (= "from 2.00 s to 5.00 s, during :kill n2" (:around witness)))
    (is (= "[:conflict \"x\"]" (:error (:fields (first (:transactions witness))))))))

(deftest mixed-levels
  (let [history (fn [one other]
                  [{:process 0, :type :ok, :f :txn, :value [[:r :x nil] [:w :y 1]], :isolation one}
                   {:process 1, :type :ok, :f :txn, :value [[:r :y nil] [:w :x 1]], :isolation other}])
        valid? (fn [opts history] (:valid? (core/check (merge {:consistency-models [:mixed]} opts) history)))]
    (is (= true (valid? {} (history :serializable :si))))
    (is (= false (valid? {} (history :serializable :ser))))
    (is (= true (valid? {} (history :serializable nil))))
    (is (= false (valid? {:unmarked :serializable} (history :serializable nil))))
    (is (= :unknown (valid? {} (history nil nil))))
    (is (= [:G2-item] (:anomaly-types (core/check {:consistency-models [:mixed]} (history :ser :serializable)))))
    (is (thrown? IllegalArgumentException (valid? {:unmarked :psi} (history :si nil))))))

(deftest the-database's-own-order
  (let [history [{:process 0, :type :ok, :f :txn, :value [[:w :x 1]], :index 0, :ts {:start 1, :commit 3}}
                 {:process 1, :type :ok, :f :txn, :value [[:w :x 2]], :index 1, :ts {:start 4, :commit 7}}
                 {:process 2, :type :ok, :f :txn, :value [[:r :x 1]], :index 2, :ts {:start 9, :commit 9}}]
        opts {:consistency-models [:serializable]}]
    (testing "is a guess"
      (is (true? (:valid? (rw-register/check opts history)))))
    (testing "or a claim, with a verdict of its own"
      (let [result (rw-register/check (assoc opts :database-order :claim) history)
            [claim] (:claims (:minos result))]
        (is (false? (:valid? result)))
        (is (= [true] (map :valid? (:levels (:minos result)))))
        (is (= [:serializable false] ((juxt :level :valid?) claim)))
        (is (= [:claimed-stale-read] (map :type (:anomalies claim))))
        (is (empty? (:not result)))))
    (testing "which Elle's option makes, too"
      (doseq [[order valid?] [[{0 :a, 1 :b, 2 :c} false] [{0 :a, 2 :b, 1 :c} true]]]
        (is (= valid? (:valid? (rw-register/check (assoc opts :database-order :claim, :transaction-order order) history))))))
    (testing "or assumed"
      (is (true? (:valid? (rw-register/check (assoc opts :database-order :assume) history)))))
    (testing "or the numbers of versions"
      (let [history [{:process 0, :type :ok, :f :txn, :value [[:w :x 1 {:version 4}]]}
                     {:process 1, :type :ok, :f :txn, :value [[:w :x 2 {:version 3}] [:w :y 1]]}
                     {:process 2, :type :ok, :f :txn, :value [[:r :x 1] [:r :y nil]]}]]
        (is (true? (:valid? (rw-register/check opts history))))
        (is (false? (:valid? (rw-register/check (assoc opts :database-order :assume) history))))
        (is (= [false] (map :valid? (:claims (:minos (rw-register/check (assoc opts :database-order :claim) history))))))))
    (is (thrown-with-msg? IllegalArgumentException #":database-order is :guess, :claim or :assume, not :trust"
          (rw-register/check (assoc opts :database-order :trust) history)))))

(deftest dirty-updates-in-lists-that-contradict-each-other
  (is (= [{:key :x, :values [9 1], :txns [(:value (fail 0 [:append :x 9])) '... [[:append :x 1]]]}]
         (map (fn [case] (update case :txns (partial mapv #(if (map? %) (:value %) %))))
              (get-in (list-append/check {:consistency-models [:read-committed]}
                                         [(fail 0 [:append :x 9]) (ok 1 [:append :x 1]) (ok 2 [:append :x 2]) (ok 3 [:append :x 3])
                                          (ok 4 [:r :x [2 3 9]]) (ok 5 [:r :x [9 1]])])
                      [:anomalies :dirty-update])))))

(deftest indeterminate-writes-follow-what-had-completed-if-keys-are-assumed-to-be-linearizable
  (let [history [{:process 0, :type :invoke, :f :txn, :value [[:r :y nil] [:w :x 1]]}
                 {:process 0, :type :ok, :f :txn, :value [[:r :y 1] [:w :x 1]]}
                 {:process 1, :type :invoke, :f :txn, :value [[:w :x 2] [:w :y 1]]}
                 {:process 1, :type :info, :f :txn, :value [[:w :x 2] [:w :y 1]]}]
        check #(rw-register/check (assoc % :consistency-models [:read-committed]) history)]
    (is (true? (:valid? (check {}))))
    (is (= [:G1c] (:anomaly-types (check {:linearizable-keys? true}))))
    (is (= #{:linearizable-keys} (:assumed (:minos (check {:linearizable-keys? true})))))))

(deftest assumed-orders-reach-past-transactions-that-overwrite-what-they-read
  (let [history (fn [& processes]
                  (concat [{:process 9, :type :invoke, :f :txn, :value [[:r :x nil] [:w :x 4]]}]
                          (for [[process value] (map vector processes [[[:w :x 1]] [[:r :x 1] [:w :x 2]] [[:w :x 3]] [[:r :x 4]]])
                                type [:invoke :ok]]
                            {:process process, :type type, :f :txn, :value value})
                          [{:process 9, :type :ok, :f :txn, :value [[:r :x 1] [:w :x 4]]}]))
        types (fn [opts ops]
                (:anomaly-types (rw-register/check (assoc opts :consistency-models [], :anomalies [:G-single]) ops)))]
    (is (nil? (types {} (history 0 1 2 3))))
    (is (= [:G-single-item] (types {:linearizable-keys? true} (history 0 1 2 3))))
    (is (nil? (types {:sequential-keys? true} (history 0 1 2 3))))
    (is (= [:G-single-item] (types {:sequential-keys? true} (history 0 0 0 0))))))

(deftest a-lost-update-tells-what-both-found
  (doseq [own [[[:append :x 2] [:r :x [1 2]]] [[:r :x [1]] [:append :x 2]]]]
    (is (= [[1]] (map :value (get-in (list-append/check {:consistency-models [:snapshot-isolation]}
                                                        [(ok 0 [:append :x 1]) (apply ok 1 own) (ok 2 [:r :x [1]] [:append :x 3])
                                                         (ok 3 [:r :x [1 2 3]])])
                                     [:anomalies :lost-update]))))))
