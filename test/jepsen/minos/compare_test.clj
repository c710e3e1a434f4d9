(ns minos.compare-test
  (:require [cheshire.core :as json]
            [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [jepsen.history :as h]
            [minos.compare :as compare]
            [minos.random-histories :refer [random-history]]))

(defn- ok [process & mops]
  {:process process, :type :ok, :f :txn, :value (vec mops)})

(def ^:private g1c
  [(ok 0 [:append :x 1] [:r :y [1]])
   (ok 1 [:append :x 2] [:append :y 1])
   (ok 2 [:r :x [1 2]])])

(def ^:private weak-models [:read-uncommitted :read-committed :monotonic-atomic-view :read-atomic :causal-cerone])

(defn- by-model [report]
  (into {} (map (juxt :model identity)) (:models report)))

(deftest both-find-a-cycle
  (let [report (compare/compare-history {:consistency-models weak-models} g1c)]
    (is (:agree? report))
    (is (= :list-append (:workload report)))
    (is (= [true false false false false] (map (comp :valid? :other) (:models report)) (map (comp :valid? :minos) (:models report))))
    (is (= {:both #{:G1c}, :only-other #{}, :only-minos #{}} (:anomalies report)))
    (is (every? #(and (nat-int? (:millis (:other %))) (nat-int? (:millis (:minos %)))) (:models report)))))

(deftest differences-are-explained
  (testing "session order"
    (let [difference (-> (compare/compare-history {:consistency-models [:causal-cerone]}
                                                  [(ok 0 [:append :x 1]) (ok 0 [:r :x []]) (ok 1 [:r :x [1]])])
                         by-model :causal-cerone :difference)]
      (is (= "different definition" (:class difference)))
      (is (re-find #"session order" (:because difference)))
      (is (seq (:why (:witness difference))))))
  (testing "what Elle does not look for"
    (let [report (compare/compare-history {:consistency-models [:read-atomic]}
                                          [(ok 0 [:append :x 1] [:append :y 1]) (ok 1 [:r :x [1]] [:r :y []])])]
      (is (= "Elle is incomplete here" (:class (:difference (:read-atomic (by-model report))))))
      (is (= #{:G-single-item} (:only-minos (:anomalies report))))))
  (testing "what Elle allows"
    (let [difference (-> (compare/compare-history {:consistency-models [:read-committed]}
                                                  [(ok 0 [:append :x 1]) (ok 1 [:append :x 2] [:r :x [1]])])
                         by-model :read-committed :difference)]
      (is (= ["different definition" "Elle allows internal at this model"] ((juxt :class :because) difference)))))
  (testing "where Elle stops"
    (let [difference (-> (compare/compare-history {:consistency-models [:read-committed]} [(ok 0 [:append :x 1]) (ok 1 [:r :x [1 9]])])
                         by-model :read-committed :difference)]
      (is (= "Elle is incomplete here" (:class difference)))
      (is (re-find #"it stops with" (:because difference)))))
  (testing "appends that no read shows"
    (let [difference (-> (compare/compare-history {:consistency-models [:read-uncommitted]}
                                                  [(ok 1 [:append 1 1] [:append 2 1])
                                                   (ok 2 [:append 1 2] [:append 2 2])
                                                   (ok 2 [:r 1 [1]] [:r 2 [2]])])
                         by-model :read-uncommitted :difference)]
      (is (= "different definition" (:class difference)))
      (is (= :G0 (:type (:witness difference)))))))

(deftest a-cycle-that-is-said-to-exist-is-looked-for
  (let [history (fn [& txns]
                  (for [[process & mops] txns, type [:invoke :ok]] {:process process, :type type, :f :txn, :value (vec mops)}))
        difference (fn [model ops] (:difference (first (:models (compare/compare-history {:consistency-models [model]} ops)))))
        unread (history [0 [:append :x 1]] [0 [:r :y []]] [1 [:append :x 2] [:append :y 2]] [2 [:r :x [2]] [:r :y [2]]])]
    (is (= ["different definition" "Elle takes appends that no read shows to be the last ones at every model"]
           ((juxt :class :because) (difference :strong-read-uncommitted unread))))
    (testing "and one that the history shows is none of these"
      (let [subgraph [:union :ww :wwp :realtime]
            told {:valid? false
                  :anomaly-types [:strong-PL-1-cycle-exists]
                  :anomalies {:strong-PL-1-cycle-exists [{:type :strong-PL-1-cycle-exists, :subgraph subgraph, :scc #{1 5}}]}}
            ops #(history [0 [:append :x 1]] [0 [:r :y []]] [1 [:append :x 2]] [2 [:r :x %]])
            missed #(:class (#'compare/missed-by-minos "Elle" :list-append {} told {:valid? true} (:anomaly-types told) (ops %)))]
        (is (= "different definition" (missed [1 2])))
        (is (= "to be examined" (missed [2 1])))))))

(deftest registers-are-compared-too
  (let [report (compare/compare-history {:consistency-models [:read-committed]}
                                        [{:process 0, :type :fail, :f :txn, :value [[:w 1 1]]} (ok 1 [:r 1 1])])]
    (is (= :rw-register (:workload report)))
    (is (= #{:G1a} (:both (:anomalies report))))))

(deftest a-jepsen-history-will-do
  (is (= (update-vals (:anomalies (compare/compare-history {:consistency-models weak-models} g1c)) set)
         (update-vals (:anomalies (compare/compare-history {:consistency-models weak-models} (h/history g1c))) set))))

(defn- single-ops
  "A history of operations that do not overlap, from triples of f, value and how it ended."
  [& steps]
  (mapcat (fn [[f value type]] [{:process 0, :type :invoke, :f f, :value value} {:process 0, :type type, :f f, :value value}])
          steps))

(deftest knossos-judges-single-operations
  (let [right (single-ops [:write [:k 1] :ok] [:cas [:k [1 2]] :ok] [:cas [:k [1 3]] :fail] [:read [:k 2] :ok] [:write [:l 5] :ok])
        stale (single-ops [:write [:k 1] :ok] [:write [:k 2] :ok] [:write [:l 5] :ok] [:read [:k 1] :ok])]
    (doseq [[history valid?] [[right true] [stale false]]
            :let [{:keys [tool models agree?]} (compare/compare-history {} history)]]
      (is (= "Knossos" tool))
      (is agree?)
      (is (= [[:linearizable valid? valid?]] (map (juxt :model (comp :valid? :other) (comp :valid? :minos)) models)))))
  (testing "without keys"
    (is (:agree? (compare/compare-history {} (single-ops [:write 1 :ok] [:cas [1 2] :ok] [:read 2 :ok]))))))

(defn- temporary-folder []
  (str (java.nio.file.Files/createTempDirectory "minos" (make-array java.nio.file.attribute.FileAttribute 0))))

(deftest the-command-line-compares-files
  (let [folder (temporary-folder)
        file (io/file folder "g1c.edn")
        other (io/file folder "deep" "vector.edn")
        run (fn [& words] (let [status (volatile! nil)] [(with-out-str (vreset! status (apply compare/run words))) @status]))]
    (io/make-parents other)
    (spit file (str/join "\n" (map pr-str g1c)))
    (spit other (pr-str (vec (take 2 g1c))))
    (testing "as a table"
      (let [[text status] (run "-c" "read-committed" (str file))]
        (is (= 0 status))
        (is (re-find #"g1c.edn: 3 operations, list-append" text))
        (is (re-find #"(?m)^  read-committed +false +\d+ ms +false +\d+ ms$" text))
        (is (re-find #"both found: G1c" text))))
    (testing "a folder, as EDN and JSON"
      (let [reports (map edn/read-string (str/split-lines (first (run "-c" "read-committed" "-o" "edn" folder))))]
        (is (= [(str other) (str file)] (map :file reports)))
        (is (every? :agree? reports)))
      (let [reports (map #(json/parse-string % true) (str/split-lines (first (run "-c" "read-committed" "-o" "json" folder))))]
        (is (= [["G1c"]] (map (comp :both :anomalies) (rest reports))))))
    (testing "mistakes"
      (spit file "{:type :ok")
      (is (= 3 (second (run "-c" "read-committed" (str file)))))
      (binding [*err* (java.io.StringWriter.)]
        (is (= 64 (second (run))))
        (is (= 64 (second (run "--fast" "x"))))
        (is (= 64 (second (run "-o" "xml" (str file)))))
        (is (= 64 (second (run "-c" "serialisable" (str file)))))
        (is (= 64 (second (run "-m" "lists" (str file)))))
        (is (= 64 (second (run "--timeout" "soon" (str file)))))))))

(deftest mistakes-in-options-are-no-agreement
  (doseq [compare [#(compare/compare-history % g1c) #(compare/compare-files % "nowhere") compare/checker]]
    (is (thrown-with-msg? IllegalArgumentException #"no option is called :consistency-model; did you mean :consistency-models\?"
          (compare {:consistency-model [:serializable]})))
    (is (thrown-with-msg? IllegalArgumentException #"is called :serialisable; there are "
          (compare {:consistency-models [:serialisable]})))))

(deftest no-difference-goes-unexplained
  (let [models [:read-uncommitted :read-committed :snapshot-isolation :serializable :strong-session-serializable :strict-serializable]]
    (doseq [model [:list-append :rw-register]
            seed (range 25)
            {:keys [difference] :as compared} (:models (compare/compare-history {:model model, :consistency-models models}
                                                                                (random-history seed model)))]
      (is (not (#{"to be examined" "Minos has no answer"} (:class difference))) (pr-str model seed compared)))))

(deftest summaries-count
  (is (= {:histories 2, :agree 1, :unreadable 0, :differences {"to be examined" 1}}
         (compare/summary [{:agree? true, :models [{:agree? true}]}
                           {:agree? false, :models [{:agree? false, :difference {:class "to be examined"}}]}]))))
