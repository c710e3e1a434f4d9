(ns minos.compare
  "Runs Elle and Minos on one history and says where they agree: the verdicts and times of both at each consistency model,
  the anomalies that only one of them found, and for each disagreement what kind it is and the witness that settles it. Histories
  of single reads, writes and compare-and-sets go to Knossos instead of Elle.

      (println (table (compare-history {} ops)))

  `checker` does so inside a Jepsen test, `compare-files` over recorded histories, and `-main` from the command line
  (`minos compare FILE…`). Elle and, for JSON, Cheshire must be on the class path; this namespace loads without them."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.set :as set]
            [clojure.string :as str]
            [minos.core :as core]
            [minos.knossos :as knossos]
            [minos.libraries :refer [library]]
            [minos.models :as models]
            [minos.options :as options])
  (:import (java.io File PushbackReader)
           (java.util.zip GZIPInputStream)))

(set! *warn-on-reflection* true)

(def default-models
  "The models that are compared unless others are asked for, weakest first; for single operations it is `:linearizable`."
  [:read-uncommitted :read-committed :monotonic-atomic-view :read-atomic :causal-cerone :prefix
   :parallel-snapshot-isolation :snapshot-isolation :serializable :strong-session-serializable :strict-serializable])

(defn workload
  "What kind of history it is, by its first write: `:list-append`, `:rw-register` or `:lwt`."
  [ops]
  (or (some (fn [{:keys [f value]}]
              (if (#{:write :cas} f)
                :lwt
                (when (sequential? value)
                  (some #(when (sequential? %) (case (first %) :append :list-append, :w :rw-register, nil)) value))))
            ops)
      :list-append))

;; Running both

(defn- timed
  "The result of `f`, or what it threw as an `:error`, with `:millis`."
  [f]
  (let [start (System/nanoTime)
        result (try (f)
                    (catch Throwable e
                      {:valid? :unknown
                       :error (str (.getSimpleName (class e))
                                   (some->> (or (:message (ex-data e)) (ex-message e)) (re-find #".{0,300}") (str ": ")))}))]
    (assoc result :millis (quot (- (System/nanoTime) start) 1000000))))

(defn- jepsen-history
  "The history as Elle wants it. Indices are given anew: some versions of Elle cannot do with gaps between them."
  [ops]
  (if (= "jepsen.history" (some-> (class ops) .getPackageName))
    ops
    ((library 'jepsen.history/history)
     (mapv #(dissoc % :index) (if (every? :index ops) (sort-by :index ops) ops)))))

(def ^:private shared "Options that both tools take, with the same meaning."
  [:cycle-search-timeout :sequential-keys? :linearizable-keys? :wfr-keys? :transaction-order])

(defn- run-elle [check opts model history]
  (check (assoc (select-keys opts shared) :consistency-models [model]) history))

(defn- other-tool
  "The tool to compare with: its name, and a function of a model that gives its result."
  [opts workload ops]
  (if (= :lwt workload)
    ["Knossos" (fn [_] (timed #(knossos/check opts ops)))]
    (let [check (library (case workload :list-append 'elle.list-append/check, :rw-register 'elle.rw-register/check))
          history (jepsen-history ops)]
      ["Elle" (fn [model] (timed #(run-elle check opts model history)))])))

(defn- run-minos [opts workload model ops]
  (timed #(core/check (-> (select-keys opts (into [:timeout-ms :max-memory :threads :order :initial] shared))
                          (assoc :consistency-models [model], :model workload))
                      ops)))

;; What a difference means

(defn- timed-out? [result]
  (or (some #{:cycle-search-timeout} (:anomaly-types result))
      (and (= :unknown (:valid? result)) (empty? (:anomaly-types result)) (not (:error result)))))

(defn- minos-witness
  "The sentences of the first witness of a result; nil if it has none."
  [{:keys [minos]}]
  (when-let [{:keys [type witnesses]} (first (mapcat :anomalies (:levels minos)))]
    (let [{:keys [edges why]} (first witnesses)]
      {:type type, :why (vec (if why [why] (map :why edges)))})))

(defn- other-witness
  "The first case of the first anomaly that the other tool reports, cut to a readable size; nil if there is none."
  [{:keys [anomaly-types anomalies]}]
  (when-let [type (first anomaly-types)]
    (let [text (pr-str (first (get anomalies type)))]
      {:type type, :why [(subs text 0 (min 1000 (count text)))]})))

(defn- shown-elements
  "All pairs of a key and an element that some list read of a committed transaction shows."
  [ops]
  (into #{} (for [op ops, :when (= :ok (:type op)), [f k v] (:value op), :when (and (= :r f) (sequential? v)), element v] [k element])))

(defn- steps-to
  "The steps of a case to a later version: of write and anti-dependencies."
  [{:keys [steps]}]
  (filter (comp #{:ww :rw} :type) steps))

(defn- written-before?
  "Whether an operation wrote a key before it read it."
  [key {:keys [value]}]
  (not= :r (ffirst (filter #(= key (second %)) value))))

(defn- foresees?
  "Whether an operation read a key and found what it was still to write."
  [key {:keys [value]}]
  (let [[before after] (split-with (comp #{:r} first) (filter #(= key (second %)) value))]
    (some (fn [[_ _ written]] (some (fn [[_ _ seen]] (if (sequential? seen) (some #{written} seen) (= seen written))) before))
          (remove (comp #{:r} first) after))))

(defn- contradictory-keys
  "The keys of which two committed reads show lists neither of which the other begins with."
  [ops]
  (let [lists (for [op ops, :when (= :ok (:type op)), [f k v] (:value op), :when (and (= :r f) (sequential? v))] [k v])]
    (into #{} (for [[key reads] (group-by first lists)
                    :let [by-length (sort-by count (distinct (map second reads)))]
                    :when (some (fn [[a b]] (not= a (take (count a) b))) (partition 2 1 by-length))]
                key))))

;; Orders of versions that are assumed, from the definition: a transaction that surely committed met the first and left the last version
;; of a key that others see; of an indeterminate one, what it wrote was met.

(defn- visits
  "Who met and left which version of a key, when."
  [key ops]
  (let [step (fn [[open found] [place {:keys [process type value]}]]
               (let [mops (filter #(= key (second %)) value)
                     [f _ seen] (first mops)
                     [_ _ written :as write] (last (filter #(= :w (first %)) mops))
                     reads? (and (= :ok type) (= :r f))]
                 (cond (= :invoke type) [(assoc open process place) found]
                       (and (#{:ok :info} type) (or reads? write))
                       [open (conj found {:process process
                                          :since (open process)
                                          :until (when (= :ok type) place)
                                          :met (if reads? seen written)
                                          :left (if write written seen)
                                          :both? (and reads? write)})]
                       :else [open found])))]
    (second (reduce step [{} []] (map-indexed vector ops)))))

(defn- assumed-pairs
  "Pairs of versions of a key, the earlier first, by what options assume and that the initial version is the first."
  [opts key ops]
  (let [visits (visits key ops)]
    (set (for [[a b] (concat (for [v visits, version [(:met v) (:left v)]] [nil version])
                             (when (:wfr-keys? opts) (map (juxt :met :left) (filter :both? visits)))
                             (for [a visits, b visits
                                   :when (and (:until a) (:since b) (< (:until a) (:since b))
                                              (or (:linearizable-keys? opts)
                                                  (and (:sequential-keys? opts) (= (:process a) (:process b)))))]
                               [(:left a) (:met b)]))
               :when (not= a b)]
           [a b]))))

(defn- leads?
  "Whether a way of one pair or more leads from a version to another."
  [pairs from to]
  (let [next (update-vals (group-by first pairs) #(map second %))]
    (loop [seen #{}, [v & more :as open] (next from)]
      (cond (empty? open) false
            (= to v) true
            (seen v) (recur seen more)
            :else (recur (conj seen v) (concat more (next v)))))))

;; A cycle that is said to exist, and not shown: whether what is known leads round

(defn- numbered
  "Operations by the numbers that the other tool gives them, each with the place of its invocation, if it is known."
  [ops]
  (let [history? (= "jepsen.history" (some-> (class ops) .getPackageName))]
    (loop [[{:keys [process type] :as op} & more :as open] (if (every? :index ops) (sort-by :index ops) ops)
           place 0, invoked {}, found {}]
      (cond (empty? open) found
            (= :invoke type) (recur more (inc place) (assoc invoked process place) found)
            :else (recur more (inc place) invoked
                         (assoc found (if history? (:index op) place) {:op op, :since (invoked process), :place place}))))))

(defn- known-step?
  "Whether one operation is known to come before another by a dependency or an order of these kinds. `before?` tells of two versions of a
  key whether the one is known to come first, `saw?` of what was read whether it shows a version."
  [kinds before? saw? a b]
  (let [of (fn [{:keys [op]} read?] (filter (fn [[f]] (= read? (= :r f))) (:value op)))
        some-pair (fn [so? from to] (some (fn [[_ key v]] (some (fn [[_ key' v']] (and (= key key') (so? key v v'))) to)) from))]
    (or (and (:ww kinds) (some-pair before? (of a false) (of b false)))
        (and (:wr kinds) (some-pair (fn [_ v seen] (saw? seen v)) (of a false) (of b true)))
        (and (:rw kinds) (some-pair (fn [key seen v] (and (not (saw? seen v)) (before? key (if (sequential? seen) (peek (vec seen)) seen) v)))
                                    (of a true) (of b false)))
        (and (:process kinds) (= (:process (:op a)) (:process (:op b))) (< (:place a) (:place b)))
        (and (:realtime kinds) (= :ok (:type (:op a))) (:since b) (< (:place a) (:since b))))))

(defn- leads-round?
  "Whether steps between some of the items lead from one back to it."
  [step? items]
  (loop [items (set items)]
    (let [more (set (filter (fn [item] (some #(and (not= % item) (step? % item)) items)) items))]
      (cond (empty? more) false
            (= more items) true
            :else (recur more)))))

(defn- explanations
  "Why Elle may report a case that Minos does not: pairs of a predicate on cases of a type and the sentence."
  [tool workload opts minos ops]
  (let [lists? (= :list-append workload)
        cyclic? (some #{:cyclic-versions} (:anomaly-types minos))
        shown (delay (shown-elements ops))
        contradictory (delay (contradictory-keys ops))
        pairs (memoize #(assumed-pairs opts % ops))
        order (memoize (fn [key] (zipmap (apply max-key count [] (for [op ops, :when (= :ok (:type op))
                                                                       [f k v] (:value op), :when (and (= :r f) (= key k))]
                                                                   v))
                                         (range))))
        before? (if lists?
                  (fn [key v v']
                    (let [place (if (@contradictory key) {} (order key))]
                      (and (place v') (or (nil? v) (some-> (place v) (< (place v')))))))
                  (fn [key v v'] (leads? (pairs key) v v')))
        saw? (if lists? (fn [seen v] (some #{v} seen)) =)
        operations (delay (numbered ops))
        unfounded? (fn [{:keys [subgraph scc]}]
                     (and scc (not (leads-round? (partial known-step? (set (flatten subgraph)) before? saw?)
                                                 (map @operations scc)))))
        among? (fn [keys {:keys [scc]}] (some (fn [[_ key]] (keys key)) (mapcat (comp :value :op @operations) scc)))]
    [[(fn [_ told] (and lists? (unfounded? told) (among? @contradictory told)))
      (str "lists of one key contradict each other, and " tool " takes the longest for the order of its versions")]
     [(fn [_ told] (and lists? (unfounded? told)))
      (str tool " takes appends that no read shows to be the last ones at every model")]
     [(fn [_ told] (and (not lists?) (unfounded? told)))
      (str tool " orders two versions otherwise than what is assumed does")]
     [(fn [_ told] (and lists? (some (fn [{:keys [key value']}] (not (@shown [key value']))) (steps-to told))))
      (str tool " takes appends that no read shows to be the last ones at every model")]
     [(fn [type {:keys [key values]}] (and (= :dirty-update type) (not (@shown [key (peek (vec values))]))))
      (str tool " takes appends that no read shows to be the last ones at every model")]
     [(fn [_ told] (and lists? (some (comp @contradictory :key) (steps-to told))))
      (str "lists of one key contradict each other, and " tool " takes the longest for the order of its versions")]
     [(fn [_ told] (some (fn [{:keys [value value']}] (= value value')) (steps-to told)))
      (str tool " has a version overwritten by itself")]
     [(fn [_ told] (and (not lists?)
                        (some (fn [{:keys [key value value']}] (not (leads? (pairs key) value value'))) (steps-to told))))
      (str tool " orders two versions otherwise than what is assumed does")]
     [(fn [type {:keys [key scc]}] (and (= :cyclic-versions type) (not-any? #(leads? (pairs key) % %) scc)))
      (str tool " orders two versions otherwise than what is assumed does")]
     [(fn [_ told] (and cyclic? (some (comp some? :value) (steps-to told))))
      (str "what is assumed contradicts itself, so that nothing follows from it; " tool " takes a read of the initial version for none")]
     [(fn [type {:keys [key txns]}] (and (= :lost-update type) (some #(written-before? key %) txns)))
      (str tool " counts an update by a transaction that had written the key before it read it")]
     [(fn [type {:keys [key txns]}] (and (= :lost-update type) (some #(foresees? key %) txns)))
      (str tool " counts an update by a transaction that read what it wrote only later")]]))

(defn- missed-types
  "What it means that only the other tool found anomalies of these types: the sentence that explains all of their cases, or nil."
  [tool workload opts other minos types ops]
  (let [cases (for [type types, told (get (:anomalies other) type)] [type told])
        explanations (explanations tool workload opts minos ops)
        reasons (for [[type told] cases]
                  (some (fn [[applies? because]] (when (applies? type told) because)) explanations))]
    (when (and (seq reasons) (every? some? reasons))
      (str/join "; " (distinct reasons)))))

(def ^:private no-anomalies
  "What results list among the anomalies to say that there is no answer."
  #{:empty-transaction-graph :cycle-search-timeout})

(defn- told-types
  "The types of a result that show something: not those that say that there is no answer, or a cycle that is not shown."
  [{:keys [anomaly-types]}]
  (remove #(or (no-anomalies %) (str/ends-with? (name %) "-cycle-exists")) anomaly-types))

(defn- missed-by-other
  "What it means that only Minos finds a violation. Without session order it may be gone."
  [tool model minos without-order]
  (assoc (cond (= "Knossos" tool)
               {:class "to be examined", :because "only Minos finds a violation"}
               (every? (set/difference #{:internal :incompatible-order} (models/prohibited [model])) (:anomaly-types minos))
               {:class "different definition"
                :because (str tool " allows " (str/join ", " (map name (:anomaly-types minos))) " at this model")}
               (true? (:valid? (without-order)))
               {:class "different definition", :because (str "Minos takes session order into account here, " tool " does not")}
               :else
               {:class (str tool " is incomplete here"), :because "it misses a violation that needs no session order"})
    :witness (minos-witness minos)))

(defn- missed-by-minos
  "What it means that only the other tool finds a violation, or anomalies of these types."
  [tool workload opts other minos types ops]
  (assoc (if-let [because (missed-types tool workload opts other minos types ops)]
           {:class "different definition", :because because}
           {:class "to be examined"
            :because (str "only " tool " finds " (if (seq types) (str/join ", " (map name types)) "a violation"))})
    :witness (other-witness (assoc other :anomaly-types types))))

(defn- classify-types
  "What kind of difference it is that the other tool found what Minos did not, by its name or as part of something worse, though both
  give the same answer; nil if there is nothing."
  [tool workload opts other minos ops]
  (let [implied (models/anomalies-implied (:anomaly-types minos))
        types (remove implied (told-types other))]
    (when (seq types) (missed-by-minos tool workload opts other minos types ops))))

(defn- classify
  "What kind of disagreement it is, and why; nil if there is none. `without-order` calls Minos at the same model without
  session order."
  [tool workload opts model other minos ops without-order]
  (let [[o m] (map :valid? [other minos])
        settled (fn [class because] {:class (str tool class), :because because, :witness (minos-witness minos)})]
    (cond
      (= o m) (classify-types tool workload opts other minos ops)
      (and (true? o) (str/includes? (str (:cause minos)) "nothing to judge"))
      {:class "different definition", :because (str (:cause minos) "; " tool " lets it pass")}
      (= :unknown m) {:class "Minos has no answer", :because (or (:cause minos) (:error minos))}
      (:error other) (settled " is incomplete here" (str "it stops with " (:error other)))
      (timed-out? other) (settled " timed out" "it gave up its search")
      (= :unknown o) (settled " is incomplete here" (str "it found " (str/join ", " (map name (:anomaly-types other)))))
      (false? o) (missed-by-minos tool workload opts other minos (remove no-anomalies (:anomaly-types other)) ops)
      :else (missed-by-other tool model minos without-order))))

(defn- compare-model [opts workload model ops tool run-other]
  (let [other (run-other model)
        minos (run-minos opts workload model ops)
        difference (classify tool workload opts model other minos ops #(run-minos (assoc opts :order :none) workload model ops))]
    (cond-> {:model model
             :other (select-keys other [:valid? :millis :anomaly-types :error])
             :minos (select-keys minos [:valid? :millis :anomaly-types :error :cause])
             :agree? (nil? difference)}
      difference (assoc :difference difference))))

(defn compare-history
  "Compares Elle and Minos on a history of Jepsen operations; Knossos and Minos, if they are single reads, writes and
  compare-and-sets. Options:

    :consistency-models  what to compare (`default-models`)
    :model               :list-append, :rw-register or :lwt; found out if not given

  and those of `minos.core/check` and Elle that concern judging. A mistake in them is refused: two tools that both do not know
  a model would seem to agree. Returns a map:

    :tool       what Minos is compared with
    :models     for each model the results and milliseconds of the `:other` tool and of `:minos`, whether they agree, and else
                the `:difference`: its `:class`, `:because` and `:witness`
    :anomalies  the anomaly types that `:both` found, `:only-other` and `:only-minos`, over all models
    :millis     of both, all models together
    :agree?     whether they agree on each model: the same answer, and nothing that only the other tool found"
  [opts ops]
  (options/validate opts)
  (let [workload (:model opts (workload ops))
        [tool run-other] (other-tool opts workload ops)
        names (:consistency-models opts (if (= :lwt workload) [:linearizable] default-models))
        models (mapv #(compare-model opts workload % ops tool run-other) names)
        types (fn [side] (into (sorted-set)
                               (comp (mapcat (comp :anomaly-types side)) (remove no-anomalies))
                               models))
        [other minos] (map types [:other :minos])]
    {:tool tool
     :workload workload
     :operations (count ops)
     :models models
     :anomalies {:both (set/intersection other minos)
                 :only-other (set/difference other minos)
                 :only-minos (set/difference minos other)}
     :millis {:other (transduce (map (comp :millis :other)) + models)
              :minos (transduce (map (comp :millis :minos)) + models)}
     :agree? (every? :agree? models)}))

(defn checker
  "A Jepsen checker that compares the two on the test's history. It is about the tools, not about the database: valid if
  they agree or every difference is explained, unknown if one is to be examined. Writes its report below the test's store
  directory, in `minos-compare`."
  ([] (checker {}))
  ([opts] ((library 'minos.jepsen/comparison) opts)))

;; Recorded histories

(defn- compressed? [file]
  (str/ends-with? (.getName (io/file file)) ".gz"))

(defn read-ops
  "The operations of an EDN file, plain or compressed by gzip (`.gz`): one after another, or in one vector or list."
  [file]
  (with-open [in (io/input-stream file)
              reader (PushbackReader. (io/reader (if (compressed? file) (GZIPInputStream. in) in)))]
    (let [forms (->> (repeatedly #(edn/read {:eof ::end, :default tagged-literal} reader))
                     (take-while #(not= ::end %))
                     vec)]
      (if (and (= 1 (count forms)) (sequential? (first forms))) (vec (first forms)) forms))))

(defn edn-files
  "The EDN files below a folder, those compressed by gzip too, or the file itself."
  [path]
  (->> (file-seq (io/file path))
       (filter #(and (.isFile ^File %) (or (= % (io/file path)) (re-find #"\.edn(\.gz)?$" (.getName ^File %)))))
       (sort-by #(.getPath ^File %))))

(defn- failure
  "What went wrong, down to the first cause: a library may fail on its own, which is no fault of the history."
  [e]
  (str/join ": " (distinct (for [cause (take-while some? (iterate #(.getCause ^Throwable %) e))]
                             (or (ex-message cause) (str (class cause)))))))

(defn compare-files
  "Compares the two on each EDN file among `paths`, folders included; a lazy sequence of reports, each with its `:file`. A file
  that cannot be read gets a report with an `:error`."
  [opts & paths]
  (options/validate opts)
  (for [file (mapcat edn-files paths)]
    (assoc (try (compare-history opts (read-ops file))
                (catch Throwable e
                  (if (= :minos/missing-library (:type (ex-data e))) (throw e) {:error (failure e)})))
      :file (str file))))

;; Reports

(defn- row [{:keys [model other minos agree? difference]}]
  [(name model)
   (str (:valid? other)) (str (:millis other) " ms")
   (str (:valid? minos)) (str (:millis minos) " ms")
   (if agree? "" (:class difference))])

(defn- columns [rows]
  (let [widths (apply map (fn [& cells] (apply max (map count cells))) rows)]
    (map (fn [cells]
           (str/trimr (str "  " (str/join "  " (map #(format (str "%-" (max 1 %2) "s") %1) cells widths)))))
         rows)))

(defn table
  "A report for people."
  [{:keys [file tool operations workload models anomalies millis error]}]
  (if error
    (str file ": " error "\n")
    (str (when file (str file ": "))
         operations " operations, " (name workload) "\n"
         (str/join "\n" (columns (cons ["model" tool "" "Minos" "" ""] (map row models)))) "\n"
         "  all models: " tool " " (:other millis) " ms, Minos " (:minos millis) " ms\n"
         (apply str (for [[title key] [["both found" :both] [(str "only " tool " found") :only-other] ["only Minos found" :only-minos]]
                          :when (seq (key anomalies))]
                      (str "  " title ": " (str/join ", " (map name (key anomalies))) "\n")))
         (apply str (for [alike (partition-by :difference (filter :difference models))
                          :let [{:keys [class because witness]} (:difference (first alike))]]
                      (str "  " (str/join ", " (map (comp name :model) alike)) ": " class ": " because "\n"
                           (apply str (for [sentence (:why witness)] (str "    " sentence "\n")))))))))

(defn json
  "A report as one line of JSON."
  [report]
  ((library 'cheshire.core/generate-string) report))

(defn summary
  "How many reports there are, in how many the two agree, and the differences by class."
  [reports]
  {:histories (count reports)
   :agree (count (filter :agree? reports))
   :unreadable (count (filter :error reports))
   :differences (into (sorted-map) (frequencies (keep (comp :class :difference) (mapcat :models reports))))})

;; Command line

(defn- seconds [word]
  (or (parse-double word) (throw (ex-info (str "--timeout takes a number of seconds, not " word) {:type ::usage}))))

(defn- bytes-of [word]
  (if-let [[_ digits unit] (re-matches #"([1-9][0-9]{0,8})([mMgG])" word)]
    (bit-shift-left (parse-long digits) (if (#{"g" "G"} unit) 30 20))
    (throw (ex-info (str "--max-memory takes a size such as 512m or 8g, not " word) {:type ::usage}))))

(defn- parse
  "Options and files from the words of a command line."
  [words]
  (loop [[word & more] words, opts {}, files []]
    (let [value (fn [] (or (first more) (throw (ex-info (str word " needs a value") {:type ::usage}))))]
      (case word
        nil [opts files]
        ("-h" "--help") (recur more (assoc opts :help true) files)
        ("-c" "--consistency-model") (recur (rest more) (update opts :consistency-models (fnil conj []) (keyword (value))) files)
        ("-m" "--model") (recur (rest more) (assoc opts :model (keyword (value))) files)
        ("-o" "--output") (recur (rest more) (assoc opts :output (keyword (value))) files)
        "--timeout" (recur (rest more) (assoc opts :timeout-ms (* 1000.0 (seconds (value)))) files)
        "--max-memory" (recur (rest more) (assoc opts :max-memory (bytes-of (value))) files)
        (if (str/starts-with? word "-")
          (throw (ex-info (str "no option is called " word) {:type ::usage}))
          (recur more opts (conj files word)))))))

(defn- exit-status [reports]
  (let [classes (set (keep (comp :class :difference) (mapcat :models reports)))]
    (cond (classes "to be examined") 1
          (classes "Minos has no answer") 2
          (some :error reports) 3
          :else 0)))

(defn- complain [message status]
  (binding [*out* *err*] (println (str "minos compare: " message)))
  status)

(defn run
  "What `-main` does, without leaving the JVM; returns the exit status."
  [& words]
  (try
    (let [[{:keys [help output] :or {output :table} :as opts} files] (parse words)
          show (case output
                 :table table
                 :edn prn-str
                 :json #(str (json %) "\n")
                 (throw (ex-info (str "no output is called " (name output) "; there are table, edn and json") {:type ::usage})))]
      (cond
        help (do (print (slurp (io/resource "minos/compare-usage.txt"))) (flush) 0)
        (empty? files) (throw (ex-info "compare which files?" {:type ::usage}))
        :else (let [reports (mapv (fn [report] (print (show report)) (flush) report)
                                  (apply compare-files (dissoc opts :output) files))]
                (when (and (= :table output) (next reports))
                  (let [{:keys [histories agree differences]} (summary reports)]
                    (println (str histories " histories; agreement on all models in " agree
                                  (apply str (for [[class n] differences] (str "; " class ": " n)))))))
                (exit-status reports))))
    (catch clojure.lang.ExceptionInfo e
      (complain (ex-message e) (if (= :minos/missing-library (:type (ex-data e))) 69 64)))
    (catch IllegalArgumentException e
      (complain (ex-message e) 64))))

(defn -main [& words]
  (System/exit (apply run words)))
