(ns minos.reader-test
  "A history in memory means the same as the same history in a file."
  (:require [clojure.string :as str]
            [clojure.test :refer [deftest is]]
            [minos.core :as core]
            [minos.data :as data])
  (:import (clojure.lang ExceptionInfo MapEntry)
           (java.io File)
           (java.util Random)
           (minos.history History)))

(defn- pick [^Random random options]
  (nth options (.nextInt random (count options))))

(defn- micro-op [random model counter]
  (let [k (pick random [:x "y" 3])]
    (if (.nextBoolean ^Random random)
      [(if (= :list-append model) :append :w) k (pick random [(vswap! counter inc) (str "v" (vswap! counter inc)) #{(vswap! counter inc) :b}])]
      [:r k (pick random (if (= :list-append model) [nil [] [1] [1 2] [2 "v3" #{4 :b}]] [nil 1 2 "v3" #{:b 4}]))])))

(defn- transaction [^Random random model counter]
  {:f :txn, :value (vec (repeatedly (inc (.nextInt random 3)) #(micro-op random model counter)))})

(defn- single-op [^Random random counter]
  (let [f (pick random [:read :write :cas])
        value (case f
                :read (pick random [nil 1 2])
                :write (vswap! counter inc)
                :cas [(pick random [nil 1 2]) (vswap! counter inc)])]
    {:f f, :value [(pick random [:x "y" 3]) value]}))

(defn- random-ops
  "A history of fewer than `most` operations that a Jepsen test could record, in places also one that it could not."
  [^Random random most]
  (let [model (pick random [:list-append :rw-register :lwt])
        counter (volatile! 0)
        keyed? (zero? (.nextInt random 4))
        fresh #(if (= :lwt model)
                 (single-op random counter)
                 (cond-> (transaction random model counter)
                   keyed? (-> (update :value (fn [txn] (MapEntry. (pick random [:g 1 "h"]) txn))) (assoc :f (pick random [:txn :read :write])))))
        invoke? (pos? (.nextInt random 8))
        indexed? (.nextBoolean random)]
    (loop [left (.nextInt random (int most)), running {}, ops []]
      (if (zero? left)
        (cond->> ops indexed? (map-indexed #(assoc %2 :index (* 2 %1))))
        (let [process (.nextInt random 4)
              op (cond
                   (zero? (.nextInt random 12)) {:process :nemesis, :type :info, :f :start, :value [:a :b]}
                   (zero? (.nextInt random (* 2 (int most)))) {:process process, :type :ok, :f :other, :value nil}
                   (and invoke? (nil? (running process))) (merge {:process process, :type :invoke} (fresh))
                   :else (let [type (pick random [:ok :ok :ok :fail :info])
                               what (or (running process) (fresh))]
                           (cond-> {:process process, :type type, :f (:f what)}
                             (or (= :ok type) (.nextBoolean random))
                             (assoc :value (if (and (= [:cas :fail] [(:f what) type]) (.nextBoolean random))
                                             (update (:value what) 1 conj (pick random [nil 1 2])) ; what it found
                                             (:value what)))
                             (= :info type) (assoc :error [:timeout "no answer"]))))]
          (recur (dec left)
                 (if (= :invoke (:type op)) (assoc running process op) (dissoc running (:process op)))
                 (conj ops op)))))))

(defn- show
  "All that the engine holds of a history."
  [^History history]
  {:sessions (mapv #(.sessionText history %) (range (.sessions history)))
   :keys (mapv #(.keyText history %) (range (.keys history)))
   :transactions (vec (for [t (range (.transactions history))]
                        [(data/op history t)
                         (when (.hasRealTime history) [(.invocation history t) (.completion history t)])]))})

(defn- attempt [f]
  (try (show (f)) (catch Exception _ :refused)))

(defn- agree
  "Reads histories of these seeds from memory and from files; whether each was refused."
  [seeds most]
  (let [file (File/createTempFile "minos" ".edn")
        index #(if (map? %) (update % :transactions (partial mapv (fn [[op times]] [(dissoc op :index) times]))) %)]
    (try
      (doall
        (for [seed seeds
              :let [ops (random-ops (Random. seed) most)]
              :when (some #(and (number? (:process %)) (or (= :txn (:f %)) (and (#{:read :write :cas} (:f %)) (contains? % :value)))) ops)]
          (let [_ (spit file (str/join "\n" (map pr-str ops)))
                in-file (attempt #(core/engine-history {} file))
                in-memory (attempt #(core/engine-history {:threads (inc (mod seed 4))} ops))]
            (is (= (index in-file) (index in-memory)) (str "seed " seed))
            (= :refused in-file))))
      (finally (.delete file)))))

(deftest memory-and-file-agree
  (is (every? #(< 50 %) (vals (frequencies (agree (range 600) 30)))) "histories of both kinds were tried"))

(deftest memory-and-file-agree-on-long-histories
  (is (< 10 (get (frequencies (agree (range 60) 6000)) false 0)) "some were read to the end"))

(deftest the-first-fault-is-told-whatever-thread-finds-it
  (let [ops (vec (for [i (range 12000)] {:process (mod i 7), :type :ok, :f :txn, :value [[:append (mod i 11) i]]}))
        spoil #(assoc-in %1 [%2 :value 0 0] :inc)]
    (doseq [threads [1 2 3 8]]
      (is (thrown-with-msg? ExceptionInfo #"operation 8001: found \[:inc 4 8001\]"
            (core/engine-history {:threads threads} (-> ops (spoil 8001) (spoil 8002) (spoil 8700) (spoil 11999)))))
      (is (thrown-with-msg? IllegalStateException #"lost"
            (core/engine-history {:threads threads} (map #(if (= 7999 %1) (throw (IllegalStateException. "lost")) %2) (range) ops)))
          "what fails while a history is made, fails"))))

(deftest what-was-invoked-counts-if-the-completion-does-not-tell
  (let [ops (vec (for [i (range 2000), type [:invoke :fail]]
                   (cond-> {:process i, :type type, :f :txn} (= :invoke type) (assoc :value [[:w i i] [:r i nil]]))))]
    (is (= 2000 (.versions ^History (core/engine-history {} ops))))
    (is (thrown-with-msg? ExceptionInfo #"operation 2: found \[:w 1\], expected"
          (core/engine-history {} (assoc-in ops [2 :value] [[:w 1]]))))))

(deftest texts-without-end
  (let [ops (vec (for [i (range 90000)] {:process 0, :type :ok, :f :txn, :value [[:w :x (str "v" (mod i 80000))] [:r (str "k" (mod i 3)) :y]]}))
        ^History history (core/engine-history {:threads 1} ops)]
    (is (= [4 80003] [(.keys history) (.versions history)]))
    (is (= [[:w :x "v9999"] [:r "k2" :y]] (:value (data/op history 89999))))))
