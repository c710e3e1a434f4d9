(ns minos.steps
  "Whether what a result shows is so: looks up each step of each cycle in the operations, without the engine."
  (:require [clojure.set :as set]))

(defn- reads
  "All values that committed transactions read of a key."
  [ops key]
  (for [{:keys [type value]} ops, :when (= :ok type), [f k v] value, :when (and (= :r f) (= key k))] v))

(defn- precedes?
  "Whether a list shows one element before another."
  [list a b]
  (boolean (some #{b} (rest (drop-while #(not= a %) list)))))

(defn- without-own
  "The last element of a list that is not its transaction's own."
  [{:keys [value]} key list]
  (let [own (set (for [[f k v] value, :when (and (= :append f) (= key k))] v))]
    (last (remove own list))))

(defn- initial? [value]
  (contains? #{nil :elle.list-append/init} value))

(defn- list-step [ops a b {:keys [type key value value' inferred] :as step}]
  (let [[a-mop b-mop] (map (fn [op i] (nth (:value op) i)) [a b] ((juxt :a-mop-index :b-mop-index) step))
        lists (reads ops key)
        shown (set (mapcat identity lists))
        after? #(or (initial? value) (not (shown value')) (some (fn [list] (precedes? list value value')) lists))]
    (case type
      :wr (when-not (and (= [:append key value] a-mop) (= [:r key] (take 2 b-mop)) (= value (without-own b key (peek b-mop))))
            "the reader did not read what was written")
      :ww (cond (not= [[:append key value] [:append key value']] [a-mop b-mop]) "these are no such appends"
                inferred (when (some #(precedes? % value' value) lists) "a list shows them the other way round")
                (not (after?)) "no list shows them in this order")
      :rw (cond (not= [[:r key] [:append key value']] [(take 2 a-mop) b-mop]) "these are no such operations"
                (some #{value'} (peek a-mop)) "the reader saw what it is said to have missed"
                (not= value (or (without-own a key (peek a-mop)) :elle.list-append/init)) "the reader read something else"
                inferred (when (some #(precedes? % value' value) lists) "a list shows them the other way round")
                (not (after?)) "no list shows them in this order"))))

(defn- register-step [a b {:keys [type key value value' inferred] :as step} assumed?]
  (let [[a-mop b-mop] (map (fn [op i] (nth (:value op) i)) [a b] ((juxt :a-mop-index :b-mop-index) step))
        updates? (some #{[:r key value]} (:value b))]
    (case type
      :wr (when-not (= [[:w key value] [:r key value]] [a-mop b-mop]) "the reader did not read what was written")
      :ww (cond (not= [[:w key value] [:w key value']] [a-mop b-mop]) "these are no such writes"
                (not (or inferred assumed? updates?)) "nothing says that they are in this order")
      :rw (cond (not= [[:r key value] [:w key value']] [a-mop b-mop]) "these are no such operations"
                (not (or inferred assumed? updates? (nil? value))) "nothing says that they are in this order"))))

(defn- invoked
  "By operation: the place of its invocation."
  [ops]
  (second (reduce (fn [[open found] [place {:keys [process type index]}]]
                    (if (= :invoke type)
                      [(assoc open process place) found]
                      [(dissoc open process) (assoc found index (open process place))]))
                  [{} {}] (map-indexed vector ops))))

(defn- wrong-step
  "What is wrong with a step; nil if it holds."
  [ops a b {:keys [type] :as step} assumed?]
  (case type
    :process (when-not (and (= (:process a) (:process b) (:process step)) (< (:index a) (:index b))) "not one after another in a process")
    :realtime (when-not (< (:index a) ((invoked ops) (:index b))) "the one had not completed when the other began")
    (if (some #(= :append (first %)) (mapcat :value ops))
      (list-step ops a b step)
      (register-step a b step assumed?))))

(defn wrong
  "The steps of a result's cycles that do not hold, each with the reason. Operations must have their `:index`."
  [ops {:keys [anomalies minos]}]
  (for [[type cases] anomalies, :when (sequential? cases)
        {:keys [cycle steps]} cases
        [[a b] step] (map vector (partition 2 1 cycle) steps)
        :let [why (wrong-step ops a b step (seq (:assumed minos)))]
        :when why]
    {:type type, :step step, :why why, :a a, :b b}))

(defn unsupported
  "Cycles that do not lead back, or whose steps are not theirs."
  [{:keys [anomalies]}]
  (for [[type cases] anomalies, :when (sequential? cases)
        {:keys [cycle steps]} cases
        :when (and cycle (not (and (= (first cycle) (peek cycle)) (= (count steps) (dec (count cycle)))
                                   (set/subset? (set (map :type steps)) #{:ww :wr :rw :process :realtime}))))]
    {:type type, :cycle cycle, :steps steps}))
