(ns minos.generator
  "Workloads as Jepsen generators: endless sequences of invocations.

      {:f :txn, :type :invoke, :value [[:r 3 nil] [:w 3 17]]}

  `general`, `mini-transactions`, `appends` and `lightweight` are the workloads of `minos generate` and `minos run`. All take

      :key-count     how many keys (10)
      :distribution  how they are chosen: :uniform (the default), :zipfian, :hotspot or :exponential
      :reads         the share of reads (0.5)
      :values        draw what is written from so many values (each value is written once)
      :value-distribution  how values are drawn, as keys are (:uniform)
      :deletes       the share of writes that delete a register: `[:w k nil]` (0)
      :seed          the same seed gives the same sequence; otherwise it is a new one each time

  and `general` and `appends` also `:operations` a transaction (8) and the shares of transactions that only read (`:read-only`),
  only write (`:write-only`) or read each key before they write it (`:read-modify-write`), all 0 by default. `list-append` and `rw-register` are Elle's own."
  (:import (minos.generate Distribution Workload Workload$Keys Workload$Kind Workload$Op Workload$Planner Workload$Shares
                           Workload$Values)))

(set! *warn-on-reflection* true)

(defn list-append
  "Appends and reads of lists; takes the options of `elle.list-append/gen`."
  [opts]
  ((requiring-resolve 'jepsen.tests.cycle.append/gen) opts))

(defn rw-register
  "Writes and reads of registers; takes the options of `elle.rw-register/gen`."
  [opts]
  ((requiring-resolve 'jepsen.tests.cycle.wr/gen) opts))

(defn- distribution-of
  "The distribution that an option names."
  ^Distribution [opts option]
  (let [asked (get opts option :uniform)]
    (or (Distribution/named (name asked))
        (throw (IllegalArgumentException. (str option " cannot be " asked "; it is one of "
                                               (mapv (comp keyword str) (Distribution/values))))))))

(defn- plans
  "The transactions of a workload, as the engine plans them: lists of `Workload$Op`."
  [^Workload$Kind kind {:keys [key-count reads operations read-only write-only read-modify-write values deletes seed]
                        :or {key-count 10, reads 0.5, operations 8
                             read-only 0, write-only 0, read-modify-write 0, values 0, deletes 0}
                        :as opts}]
  (let [workload (Workload. kind operations reads
                            (Workload$Keys. key-count (distribution-of opts :distribution))
                            (Workload$Shares. read-only write-only read-modify-write)
                            (Workload$Values. values (distribution-of opts :value-distribution) deletes))
        ^Workload$Planner planner (.planner workload (long (or seed (rand-int Integer/MAX_VALUE))))]
    (repeatedly #(.next planner))))

(defn- value
  "What an operation writes; nil for a delete, and for a read."
  [^Workload$Op op]
  (when (and (.write op) (not (.isDelete op)))
    (.value op)))

(defn- transactions [kind write opts]
  (for [plan (plans kind opts)]
    {:type :invoke, :f :txn
     :value (mapv (fn [^Workload$Op op] [(if (.write op) write :r) (.key op) (value op)]) plan)}))

(defn general
  "Transactions that read and write registers, of any shape.

      (:value (first (general {:seed 1, :operations 2, :reads 0, :key-count 1}))) ; => [[:w 0 1] [:w 0 2]]"
  [opts]
  (transactions Workload$Kind/GENERAL :w opts))

(defn mini-transactions
  "Transactions on registers in a form that makes strong levels easy to judge and still shows every common anomaly: one or
  two reads and at most two writes, each preceded by a read of its key (Definition 8 of the MTC paper)."
  [opts]
  (transactions Workload$Kind/MINI :w opts))

(defn appends
  "Transactions that read lists and append to them. A list that has become long is replaced by a new one."
  [opts]
  (transactions Workload$Kind/APPEND :append opts))

(defn- lightweight-op
  "The invocation for a plan, given the last value that was written to each key."
  [written [^Workload$Op op then]]
  (let [k (.key op)]
    (merge {:type :invoke}
           (cond then        {:f :cas, :value [k [(written k) (value then)]]}
                 (.write op) {:f :write, :value [k (value op)]}
                 :else       {:f :read, :value [k nil]}))))

(defn lightweight
  "Reads, writes and compare-and-sets of single registers: `{:f :cas, :value [k [old new]]}`, where `old` is what was written to
  the key before, in the order of the sequence."
  [opts]
  (letfn [(more [written plans]
            (lazy-seq
              (let [plan (first plans)
                    ^Workload$Op op (last plan)]
                (cons (lightweight-op written plan)
                      (more (if (.write op) (assoc written (.key op) (value op)) written) (rest plans))))))]
    (more {} (plans Workload$Kind/LWT opts))))
