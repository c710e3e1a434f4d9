(ns minos.workloads-jepsen-test
  "Each workload's checker beside Jepsen's own, or Knossos, on random histories of a simulated system, a good one and one that
  loses effects and reads old states. They agree, but that Minos may say that nothing was to be judged.
  `MINOS_DIFFERENCES` says how many seeds to take (20)."
  (:require [clojure.test :refer [deftest is]]
            [jepsen.checker :as checker]
            [jepsen.history :as h]
            [jepsen.independent :as independent]
            [jepsen.tests.adya :as adya]
            [jepsen.tests.bank :as bank]
            [jepsen.tests.causal-reverse :as causal-reverse]
            [jepsen.tests.long-fork :as long-fork]
            [knossos.model :as model]
            [minos.core :as core]
            [minos.workloads :as workloads])
  (:import (java.util Random)))

(defn- simulated
  "A history of four processes. An operation takes effect at some moment between its invocation and its completion:
  `(effect state seen op)` is the new state, and what the operation returns or :fail; `seen` is the state but in a buggy system."
  [^long seed {:keys [generate effect state crashes?]} buggy?]
  (let [random (Random. seed)
        one-of #(zero? (.nextInt random (int %)))]
    (loop [n 0, open {}, state state, states [state], names [0 1 2 3], ops []]
      (let [slot (.nextInt random 4)
            {:keys [op done? result] :as running} (open slot)]
        (cond
          (and (= n 24) (empty? open)) ops
          (and (nil? running) (= n 24)) (recur n open state states names ops)
          (nil? running) (let [op (assoc (generate random n) :process (names slot), :type :invoke)]
                           (recur (inc n) (assoc open slot {:op op}) state states names (conj ops op)))
          (not done?) (let [seen (if (and buggy? (one-of 6)) (nth states (.nextInt random (count states))) state)
                            [after result] (effect state seen op)
                            after (if (and buggy? (one-of 12)) state after)]
                        (recur n (assoc open slot {:op op, :done? true, :result result}) after (conj states after) names ops))
          (= :fail result) (recur n (dissoc open slot) state states names (conj ops (assoc op :type :fail)))
          (and (crashes? op) (one-of 25)) (recur n (dissoc open slot) state states (update names slot + 4) (conj ops (assoc op :type :info)))
          :else (recur n (dissoc open slot) state states names (conj ops (assoc op :type :ok, :value result))))))))

(defn- adds-and-reads [f]
  (fn [^Random random n] (if (zero? (.nextInt random 3)) {:f :read, :value nil} {:f f, :value n})))

(defn- add-or-read [state seen {:keys [f value]}]
  (if (= :read f) [state (set seen)] [(conj state value) value]))

(defn- queue-effect [state seen {:keys [f value]}]
  (cond (= :enqueue f) [(conj state value) value]
        (empty? seen) [state :fail]
        :else [(vec (remove #{(first seen)} state)) (first seen)]))

(defn- enqueue-or-dequeue [^Random random n]
  (if (.nextBoolean random) {:f :dequeue, :value nil} {:f :enqueue, :value n}))

(def ^:private always (constantly true))

(defn- knossos [model] (checker/linearizable {:model model}))

(defn- each-key
  "What `independent/checker` does, but for the files that it writes."
  [checker]
  (reify checker/Checker
    (check [_ test history opts]
      {:valid? (checker/merge-valid (for [h (vals (independent/subhistories (independent/history-keys history) history))]
                                      (:valid? (checker/check checker test h opts))))})))

(def ^:private registers
  "Transactions on three registers of few values. Knossos takes a read of nil for one of anything: there is none here."
  {:generate (fn [^Random random _]
               {:f :txn
                :value (vec (for [k (range 3), :when (.nextBoolean random)]
                              (if (.nextBoolean random) [:read k nil] [:write k (.nextInt random 4)])))})
   :effect (fn [state seen {txn :value}]
             (let [done (reduce (fn [[own done] [f k v]]
                                  (let [v (if (= :write f) v (get own k (get seen k)))]
                                    [(if (= :write f) (assoc own k v) own) (conj done [f k v])]))
                                [{} []] txn)]
               (if (some (comp nil? peek) (second done)) [state :fail] [(merge state (first done)) (second done)])))
   :state {}, :crashes? always})

(def ^:private cases
  ;; Two reads that each miss what the other found are not linearizable, though neither misses what was known.
  {:set-full {:generate (adds-and-reads :add), :effect add-or-read, :state #{}, :crashes? always, :more? true
              :theirs (checker/set-full {:linearizable? true}), :ours #(workloads/set-full {:linearizable? true} %)}
   :set {:generate (adds-and-reads :add), :effect add-or-read, :state #{}, :crashes? always
         :theirs (checker/set-full), :ours workloads/set-full}
   :causal-reverse {:generate (adds-and-reads :write), :effect add-or-read, :state #{}, :crashes? always, :more? true
                    :theirs (causal-reverse/checker)
                    :ours #(core/check {:consistency-models [:strict-serializable], :model :set} %)}
   :counter {:generate (fn [^Random random _] (if (.nextBoolean random) {:f :read, :value nil} {:f :add, :value 1}))
             :effect (fn [state seen {:keys [f value]}] (if (= :add f) [(+ state value) value] [state seen]))
             :state 0, :crashes? always, :more? true, :theirs (checker/counter), :ours workloads/counter}
   :bank {:generate (fn [^Random random _]
                      (if (.nextBoolean random)
                        {:f :read, :value nil}
                        {:f :transfer, :value {:from (.nextInt random 3), :to (.nextInt random 3), :amount (inc (.nextInt random 3))}}))
          :effect (fn [state seen {:keys [f], {:keys [from to amount]} :value, :as op}]
                    (cond (= :read f) [state (merge state (select-keys seen [0]))]
                          (or (= from to) (< (state from) amount)) [state :fail]
                          :else [(-> state (update from - amount) (update to + amount)) (:value op)]))
          :state {0 10, 1 10, 2 10}, :crashes? always
          :test {:accounts [0 1 2], :total-amount 30}
          :theirs (bank/checker {:negative-balances? false}), :ours #(workloads/bank {:accounts [0 1 2], :total-amount 30} %)}
   :long-fork {:generate (fn [^Random random n]
                           (if (even? (long n))
                             {:f :txn, :value [[:w (quot n 2) 1]]}
                             (let [group (* 2 (max 0 (- (quot n 4) (.nextInt random 2))))] {:f :txn, :value [[:r group nil] [:r (inc group) nil]]})))
               :effect (fn [state seen {[[f k] :as txn] :value}]
                         (if (= :w f) [(assoc state k 1) txn]
                           [state (mapv (fn [[_ k]] [:r k (get (if (= (even? k) (even? (count seen))) state seen) k)]) txn)]))
               :state {}, :crashes? always, :more? true
               :theirs (long-fork/checker 2)
               :ours #(core/check {:consistency-models [:snapshot-isolation], :model :rw-register} %)}
   :g2 {:generate (fn [_ n] {:f :insert, :value (independent/tuple (quot n 2) (if (even? (long n)) [n nil] [nil n]))})
        :effect (fn [state seen {[k] :value, :as op}] (if (seen k) [state :fail] [(conj state k) (:value op)]))
        :state #{}, :crashes? always
        :theirs (adya/g2-checker), :ours #(core/check {:consistency-models [:serializable]} %)}
   :mutex {:generate (fn [^Random random _] {:f (if (.nextBoolean random) :acquire :release), :value nil})
           :effect (fn [state seen {:keys [f]}] (if (= seen (= :acquire f)) [state :fail] [(= :acquire f) nil]))
           :state false, :crashes? always
           :theirs (knossos (model/mutex)), :ours #(core/check {:levels [:linearizable], :model :mutex} %)}
   ;; Knossos takes a dequeue that crashed for one that did nothing.
   :queue {:generate enqueue-or-dequeue, :effect queue-effect, :state [], :crashes? (comp #{:enqueue} :f)
           :theirs (knossos (model/unordered-queue)), :ours #(core/check {:levels [:linearizable], :model :queue} %)}
   :fifo-queue {:generate enqueue-or-dequeue, :effect queue-effect, :state [], :crashes? (comp #{:enqueue} :f)
                :theirs (knossos (model/fifo-queue)), :ours #(core/check {:levels [:linearizable], :model :fifo-queue} %)}
   ;; Knossos takes a read of nil for one of anything: there is none here.
   :cas-register {:generate (fn [^Random random _]
                              (case (.nextInt random 3)
                                0 {:f :read, :value nil}
                                1 {:f :write, :value (.nextInt random 4)}
                                {:f :cas, :value [(.nextInt random 4) (.nextInt random 4)]}))
                  :effect (fn [state seen {:keys [f value]}]
                            (case f
                              :read (if seen [state seen] [state :fail])
                              :write [value value]
                              (if (= seen (first value)) [(second value) value] [state :fail])))
                  :state nil, :crashes? always
                  :theirs (knossos (model/cas-register)), :ours #(core/check {:levels [:linearizable], :model :lwt} %)}
   :multi-register (assoc registers
                     :theirs (knossos (model/multi-register {}))
                     :ours #(core/check {:levels [:strict-serializable], :model :multi-register} %))
   ;; As the tests of YugabyteDB, TiDB and CockroachDB have them: several groups of registers, each with a key of its own.
   :multi-registers {:generate (fn [^Random random n]
                                 (update ((:generate registers) random n) :value #(independent/tuple (.nextInt random 2) %)))
                     :effect (fn [state seen {[group txn] :value, :as op}]
                               (let [[after result] ((:effect registers) (get state group {}) (get seen group {}) (assoc op :value txn))]
                                 [(assoc state group after) (if (= :fail result) result (independent/tuple group result))]))
                     :state {}, :crashes? always
                     :theirs (each-key (knossos (model/multi-register {})))
                     :ours #(core/check {:levels [:strict-serializable]} %)}})

(defn- agree?
  "Whether answers go together; `more?` if ours looks for more."
  [more? theirs ours]
  (or (= theirs ours)
      (and (true? theirs) (= :unknown ours))
      (and more? (true? theirs) (false? ours))))

(deftest jepsens-checkers-and-ours
  (doseq [[workload {:keys [theirs ours more? test] :as system}] (sort-by key cases)
          buggy? [false true]]
    (let [answers (for [seed (range (parse-long (or (System/getenv "MINOS_DIFFERENCES") "20")))
                        :let [ops (simulated seed system buggy?)
                              indexed (map-indexed #(assoc %2 :index %1, :time (* 1000000 (long %1))) ops)]]
                    [(:valid? (checker/check theirs (or test {}) (h/history indexed) {})) (:valid? (ours ops)) seed])]
      (println workload (if buggy? "buggy" "good") (pr-str (frequencies (map pop answers))))
      (is (every? (fn [[a b]] (agree? more? a b)) answers)
          (str workload ", seed " (last (first (remove (fn [[a b]] (agree? more? a b)) answers)))))
      (when buggy? (is (some (comp false? second) answers) (str workload " is never caught"))))))
