(require 'minos.list-append 'minos.rw-register)
(import '(com.sun.management OperatingSystemMXBean)
        '(java.io FileNotFoundException)
        '(java.lang.management ManagementFactory)
        '(java.util ArrayList HashMap Random))

(def all-models ["read-committed" "causal-cerone" "snapshot-isolation" "repeatable-read" "serializable" "strict-serializable"])
(def anomalies [0 1 60 1000])
(def clients 20)
(def active-keys "How many keys are in use at a time; each is replaced after so many writes." 10)
(def writes-per-key 100)
(def depth "How many versions back a stale read goes at most." 4)
(def warm-up "How many seconds each tool judges a history alone before it is measured on it." 2)
(def seconds "How long to measure one row at least, in rounds that take turns." 2)
(def rounds "How many rounds there are at least." 5)

;; Histories: one transaction after another takes effect at some moment between its invocation and its completion

(defn- ri [^Random random n] (.nextInt random (int n)))

(defn- plan
  "What a transaction is to do; `fresh` gives a key and the next value to be written to it."
  [random pool fresh write]
  (vec (for [_ (range (inc (ri random 4))) :let [slot (ri random active-keys)]]
         (if (zero? (ri random 2)) [:r (get @pool slot) nil] (into [write] (fresh slot))))))

(defn- execute
  "What a transaction did, in a store of the last versions of each key, oldest first; a stale one reads the oldest of these."
  [^HashMap store list? stale? txn]
  (let [initial (if list? [] nil)
        seen (fn [k] (let [versions (.getOrDefault store k [initial])] (if stale? (first versions) (peek versions))))
        [own done] (reduce (fn [[own done] [f k v :as mop]]
                             (cond (not= :r f) [(update own k (fnil conj []) v) (conj done mop)]
                                   list? [own (conj done [:r k (into (seen k) (own k))])]
                                   :else [own (conj done [:r k (if-let [written (own k)] (peek written) (seen k))])]))
                           [{} []] txn)]
    (doseq [[k written] own
            :let [versions (.getOrDefault store k [initial])
                  versions (conj versions (if list? (into (peek versions) written) (peek written)))]]
      (.put store k (if (< (inc depth) (count versions)) (subvec versions 1) versions)))
    done))

(defn- history
  "So many transactions, of which `bugs` are stale; one in a hundred fails, and as many are indeterminate."
  [list? transactions bugs]
  (let [random (Random. 1)
        write (if list? :append :w)
        store (HashMap.)
        written (HashMap.)
        pool (atom (vec (range active-keys)))
        fresh (fn [slot]
                (let [k (@pool slot), v (inc (long (.getOrDefault written k 0)))]
                  (.put written k v)
                  (when (= writes-per-key v) (swap! pool assoc slot (+ k active-keys)))
                  [k v]))
        stale (let [wanted (min bugs (quot transactions 2))]
                (loop [chosen #{}] (if (= wanted (count chosen)) chosen (recur (conj chosen (ri random transactions))))))
        ops (ArrayList.)
        tell (fn [process type txn] (.add ops {:process process, :type type, :f :txn, :value txn, :time (* 1000 (.size ops))}))]
    (loop [done 0, processes (vec (range clients)), running {}]
      (when (or (< done transactions) (seq running))
        (let [client (ri random clients)
              process (processes client)
              [state txn] (running client)]
          (case state
            nil (if (< done transactions)
                  (let [txn (plan random pool fresh write)]
                    (tell process :invoke txn)
                    (recur (inc done) processes (assoc running client [(if (stale done) :stale :invoked) txn])))
                  (recur done processes running))
            (:invoked :stale)
            (let [luck (if (= :stale state) 99 (ri random 100))]
              (recur done processes
                     (assoc running client (case luck
                                             0 [:fail txn]
                                             1 (do (execute store list? false txn) [:info txn])
                                             [:ok (execute store list? (= :stale state) txn)]))))
            (do (tell process state txn)
                (recur done (if (= :info state) (update processes client + clients) processes) (dissoc running client)))))))
    (vec ops)))

;; Measuring

(defn- cpu-nanos []
  (.getProcessCpuTime ^OperatingSystemMXBean (ManagementFactory/getOperatingSystemMXBean)))

(defn- once [check]
  (System/gc)
  (let [cpu (cpu-nanos), wall (System/nanoTime)
        verdict (try (:valid? (check)) (catch Throwable e (.getSimpleName (class e))))]
    {:wall (/ (- (System/nanoTime) wall) 1e6), :cpu (/ (- (cpu-nanos) cpu) 1e6), :verdict verdict}))

(defn- measure
  "The median wall time and the mean processor time, which is counted in steps of 10 ms, of each check in milliseconds; they take turns, when each
  has run alone long enough to be compiled."
  [checks]
  (doseq [check checks, :let [end (+ (System/nanoTime) (* warm-up 1e9))]]
    (while (< (System/nanoTime) end) (try (check) (catch Throwable _))))
  (let [end (+ (System/nanoTime) (* seconds 1e9))
        measured (loop [done []]
                   (if (and (<= rounds (count done)) (> (System/nanoTime) end)) done (recur (conj done (mapv once checks)))))]
    (for [i (range (count checks)) :let [mine (map #(nth % i) measured)]]
      {:wall (nth (sort (map :wall mine)) (quot (count mine) 2))
       :cpu (/ (reduce + (map :cpu mine)) (count mine))
       :verdict (:verdict (first mine))})))

(defn- optional
  "The function of that name, or nil if its library is not on the class path."
  [symbol]
  (try (requiring-resolve symbol)
       (catch FileNotFoundException _ nil)))

(let [[transactions & models] *command-line-args*
      transactions (parse-long (or transactions "5000"))
      models (or models all-models)
      of (or (optional 'jepsen.history/history) identity)]
  (println "| history | transactions | stale reads | model | Minos | ms | processor ms | Elle | ms | processor ms | ratio | ratio of processor time |")
  (println "|---|---:|---:|---|---|---:|---:|---|---:|---:|---:|---:|")
  (doseq [list? [true false]
          :let [elle (optional (if list? 'elle.list-append/check 'elle.rw-register/check))
                tools (remove nil? [(if list? minos.list-append/check minos.rw-register/check) elle])]]
    (doseq [bugs anomalies
            :let [ops (of (history list? transactions bugs))]
            model models
            :let [[minos elle] (measure (for [tool tools] #(tool {:consistency-models [(keyword model)]} ops)))
                  cells (fn [{:keys [wall cpu verdict]}] (if (some? verdict) (format "%s | %.0f | %.0f" verdict wall cpu) " | | "))]]
      (println (format "| %s | %d | %d | %s | %s | %s | %s |" (if list? "lists" "registers") transactions bugs model (cells minos) (cells elle)
                       (if elle (format "%.1f | %.1f" (/ (:wall elle) (:wall minos)) (/ (:cpu elle) (max 1.0 (:cpu minos)))) " | ")))
      (flush)))
  (shutdown-agents))
