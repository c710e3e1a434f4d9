(ns minos.workloads
  "What Jepsen's checkers for sets, counters and banks tell, in their shape, worked out from the definitions; and beside it what Minos
  says of the same history. Needs no Jepsen; `minos.jepsen` makes checkers of these.

      (:lost (set-full [{:process 0, :type :invoke, :f :add, :value 1}
                        {:process 0, :type :ok, :f :add, :value 1}
                        {:process 0, :type :invoke, :f :read, :value nil}
                        {:process 0, :type :ok, :f :read, :value []}]))
      ; => [1]"
  (:require [minos.core :as core]))

(set! *warn-on-reflection* true)

(defn- client-ops
  "The operations of clients, each with its `::place` in the history."
  [history]
  (->> history
       (map-indexed (fn [place op] (assoc (into {} op) ::place place)))
       (filter (comp number? :process))))

(defn- completions
  "Calls `(step state invocation op)` for each operation; `invocation` is nil if it is one."
  [step state history]
  (second
    (reduce (fn [[open state] {:keys [process type] :as op}]
              (if (= :invoke type)
                [(assoc open process op) (step state nil op)]
                [(dissoc open process) (step state (open process op) op)]))
            [{} state] (client-ops history))))

(defn- worst-of
  "What holds of both: false, else :unknown, else true."
  [& answers]
  (cond (some false? answers) false, (some #{:unknown} answers) :unknown, :else true))

(defn- judged
  "The result with Minos's verdicts on `levels`, or on what the options ask for, and its `:valid?` with theirs."
  [result model levels opts history]
  (if-not (or (seq levels) (:levels opts) (:consistency-models opts))
   result
   (let [{:keys [valid? minos anomaly-types cause]}
        (core/check (merge {:levels levels} (dissoc opts :linearizable? :accounts :total-amount) {:model model}) history)]
    (cond-> (assoc result :valid? (worst-of (:valid? result) valid?), :minos minos)
      anomaly-types (assoc :anomaly-types anomaly-types)
      (and cause (not= false (:valid? result))) (assoc :cause cause)))))

;; Sets

(defn- later [seen invocation]
  (if (and seen (< (long (::place invocation)) (long (::place seen)))) seen invocation))

(defn- set-step [{:keys [elements] :as state} invocation {:keys [type f value] :as op}]
  (case [f type]
    [:add :invoke] (update-in state [:elements value] #(or % {}))
    [:add :ok] (update-in state [:elements value :known] #(or % op))
    [:read :ok] (let [found (set value)]
                  (-> state
                      (update :duplicated into (filter #(< 1 (long (val %)))) (frequencies value))
                      (assoc :elements
                             (into {} (for [[element seen] elements]
                                        [element (if (found element)
                                                   (-> seen (update :known #(or % op)) (update :present later invocation))
                                                   (update seen :absent later invocation))])))))
    state))

(defn- before? [a b] (< (long (::place a -1)) (long (::place b -1))))

(defn- latency
  "Milliseconds from when an element was known to just after an operation began; 0 at least. Nil without times."
  [known operation]
  (when (and (:time known) (or (nil? operation) (:time operation)))
    (max 0 (quot (- (if operation (inc (long (:time operation))) 0) (long (:time known))) 1000000))))

(defn- fate
  "What became of an element: stable if it was found by the last read that could tell, lost if not; stale if a read that began after
  it was known did not find it."
  [[element {:keys [known present absent]}]]
  (cond
    (and present (before? absent present)) {:element element, :outcome :stable, :latency (latency known absent)
                                            :stale? (boolean (and absent (before? known absent)))}
    (and known absent (before? known absent)) {:element element, :outcome :lost, :latency (latency known present)}
    :else {:element element, :outcome :never-read}))

(defn- quantiles [latencies]
  (when-let [sorted (seq (sort (remove nil? latencies)))]
    (into (sorted-map) (for [q [0 0.5 0.95 0.99 1]]
                         [q (nth sorted (min (dec (count sorted)) (long (* q (count sorted)))))]))))

(defn set-full
  "Elements that were lost, stale or never read, as `jepsen.checker/set-full` has it. Valid if none was lost and at least one is stable; with
  `:linearizable? true`, if the set is linearizable. `:levels` or `:consistency-models` ask Minos for more. Sets are not keyed here: wrap
  the checker in `jepsen.independent/checker`."
  ([history] (set-full {} history))
  ([{:keys [linearizable?] :as opts} history]
   (let [{:keys [elements duplicated]} (completions set-step {:elements {}, :duplicated {}} history)
         fates (map fate elements)
         {:keys [stable lost never-read]} (group-by :outcome fates)
         stale (filter :stale? stable)
         names (fn [fates] (let [elements (map :element fates)]
                             (vec (if (every? number? elements) (sort elements) (sort-by pr-str elements)))))]
     (cond-> {:valid? (cond (or (seq lost) (seq duplicated)) false, (empty? stable) :unknown, :else true)
              :attempt-count (count elements)
              :stable-count (count stable)
              :lost-count (count lost), :lost (names lost)
              :never-read-count (count never-read), :never-read (names never-read)
              :stale-count (count stale), :stale (names stale)
              :worst-stale (vec (take 8 (sort-by (comp - #(or % 0) :latency) (map #(dissoc % :stale?) stale))))
              :duplicated-count (count duplicated), :duplicated duplicated}
       (quantiles (map :latency stable)) (assoc :stable-latencies (quantiles (map :latency stable)))
       (quantiles (map :latency lost)) (assoc :lost-latencies (quantiles (map :latency lost)))
       true (judged :set (if linearizable? [:linearizable] [:read-committed]) opts history)))))

;; Counters

(defn- counter-step [{:keys [lower upper] :as state} invocation {:keys [type f value process]}]
  (case [f type]
    [:add :invoke] (update state :upper + value)
    [:add :ok] (update state :lower + (:value invocation))
    [:add :fail] (update state :upper - (:value invocation))
    [:read :invoke] (assoc-in state [:reading process] lower)
    [:read :ok] (update state :reads conj [(get-in state [:reading process] lower) value upper])
    state))

(defn counter
  "Each read with the least and the most that it may return, as `jepsen.checker/counter` has it. Valid if the counter is linearizable:
  exact where all adds add the same, which the bounds alone are not."
  ([history] (counter {} history))
  ([opts history]
   (let [{:keys [reads]} (completions counter-step {:lower 0, :upper 0, :reading {}, :reads []} history)
         errors (filterv (fn [[least value most]] (not (<= least value most))) reads)]
     (judged {:valid? (empty? errors), :reads reads, :errors errors} :counter [:linearizable] opts history))))

;; Banks

(defn- bank-error [accounts total negative? {:keys [value] :as op}]
  (let [op (dissoc op ::place)
        balances (vals value)
        sum (delay (reduce + balances))]
    (cond
      (and accounts (not-every? accounts (keys value))) {:type :unexpected-key, :unexpected (vec (remove accounts (keys value))), :op op}
      (some nil? balances) {:type :nil-balance, :nils (into {} (filter (comp nil? val)) value), :op op}
      (not= total @sum) {:type :wrong-total, :total @sum, :op op}
      (and (not negative?) (some neg? balances)) {:type :negative-value, :negative (filterv neg? balances), :op op})))

(defn bank
  "Reads with the wrong sum, with negative balances or without some, as `jepsen.tests.bank/checker` has it. `:total-amount` and
  `:accounts` default to those of the first read; `:negative-balances? true` allows negative ones."
  ([history] (bank {} history))
  ([{:keys [accounts total-amount negative-balances?] :as opts} history]
   (let [reads (filter #(= [:read :ok] ((juxt :f :type) %)) (client-ops history))
         total (or total-amount (reduce + (remove nil? (vals (:value (first reads))))))
         errors (keep #(bank-error (some-> accounts set) total negative-balances? %) reads)]
     (judged {:valid? (if (empty? reads) :unknown (empty? errors))
              :read-count (count reads)
              :error-count (count errors)
              :first-error (first errors)
              :errors (update-vals (group-by :type errors) #(array-map :count (count %), :first (first %), :last (last %)))}
             :bank [] opts history))))
