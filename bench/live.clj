(require '[jepsen.checker :as checker]
         '[jepsen.client :as client]
         '[jepsen.generator :as gen]
         '[jepsen.generator.interpreter :as interpreter]
         '[jepsen.nemesis :as nemesis]
         '[jepsen.store :as store]
         '[jepsen.tests.cycle.append :as append]
         '[jepsen.tests.cycle.wr :as wr]
         '[jepsen.util :as util]
         '[minos.jepsen :as minos])
(import '(ch.qos.logback.classic Level Logger)
        '(com.sun.management OperatingSystemMXBean)
        '(java.lang.management ManagementFactory ThreadMXBean)
        '(java.nio.file Files)
        '(java.nio.file.attribute FileAttribute)
        '(java.util HashMap)
        '(org.slf4j LoggerFactory))

;; A line for each operation would take longer than the operation.
(run! #(.setLevel ^Logger (LoggerFactory/getLogger ^String %) Level/WARN) ["jepsen" "user"])

(def clients 20)
(def rate "Operations a second, in the rounds that do not go as fast as they can." 20000)

(deftype Database [^HashMap store list?]
  client/Client
  (open! [this _ _] this)
  (setup! [_ _])
  (teardown! [_ _])
  (close! [_ _])
  (invoke! [_ _ op]
    (assoc op :type :ok
      :value (locking store
               (mapv (fn [[f k v :as mop]]
                       (cond (= :r f) [f k (.get store k)]
                             list? (do (.put store k (conj (.getOrDefault store k []) v)) mop)
                             :else (do (.put store k v) mop)))
                     (:value op)))))
  client/Reusable
  (reusable? [_ _] true))

;; Unlike gen/delay it makes up for what it could not do in time.
(deftype Paced [nanos begin n gen]
  gen/Generator
  (op [_ test ctx]
    (when-let [[op gen'] (gen/op gen test ctx)]
      (if (= :pending op)
        [op (Paced. nanos begin n gen')]
        (let [begin (or begin (:time op))]
          [(update op :time max (+ begin (long (* n nanos)))) (Paced. nanos begin (inc n) gen')]))))
  (update [_ test ctx event]
    (Paced. nanos begin n (gen/update gen test ctx event))))

;; Processor time

(def ^ThreadMXBean threads (ManagementFactory/getThreadMXBean))

(defn- process-nanos []
  (.getProcessCpuTime ^OperatingSystemMXBean (ManagementFactory/getOperatingSystemMXBean)))

(defn- thread-nanos
  "Of the threads of that name, as long as they live."
  [name]
  (reduce + (for [id (.getAllThreadIds threads), :let [info (.getThreadInfo threads (long id))]
                  :when (and info (= name (.getThreadName info)))]
              (max 0 (.getThreadCpuTime threads (long id))))))

(defn- judged-nanos
  "What the live judge took, when it has caught up."
  []
  (loop [before (thread-nanos "minos-live")]
    (Thread/sleep 250)
    (let [now (thread-nanos "minos-live")]
      (if (< (- now before) 5e6) now (recur now)))))

;; Rounds

(defn- round
  "Runs a test of so many operations, at a rate or as fast as it goes: what it took, for each operation."
  [{:keys [model live? rate operations]}]
  (System/gc)
  (let [list? (= :list-append model)
        ops (gen/limit operations (:generator ((if list? append/test wr/test) {:key-count 10, :max-txn-length 4})))
        paced (if rate (->Paced (/ 1e9 rate) nil 0 ops) ops)
        {:keys [generator checker] :or {generator identity, checker (checker/unbridled-optimism)}}
        (when live? (minos/live {:consistency-models [:strict-serializable]}))
        test {:name "live", :start-time (util/local-time), :nodes ["n1"], :concurrency clients
              :client (->Database (HashMap.) list?), :nemesis nemesis/noop
              :generator (util/forgettable (gen/clients (generator paced)))}
        result (util/with-relative-time
                 (store/with-handle [test test]
                   (let [test (store/save-0! test)
                         process (process-nanos), calling (.getCurrentThreadCpuTime threads), began (System/nanoTime)
                         ended (interpreter/run! test)
                         nanos (- (System/nanoTime) began)
                         each #(/ (double %) operations 1000)]
                     {:rate (/ operations (/ nanos 1e9))
                      :calling (each (- (.getCurrentThreadCpuTime threads) calling))
                      :judging (each (if live? (judged-nanos) 0))
                      :all (each (- (process-nanos) process))
                      :checked (checker/check checker test (:history ended) {})})))]
    (when-not (and (true? (:valid? (:checked result))) (= #{} (:levels (:live (:checked result)) #{})))
      (throw (ex-info "it holds, and that should be said" (:checked result))))
    (dissoc result :checked)))

(defn- median [numbers] (nth (sort numbers) (quot (count numbers) 2)))

(defn- measure
  "So many rounds without and with a live judge, in turns, behind one of each that does not count."
  [settings rounds]
  (let [turns (doall (for [n (range (inc rounds)), live? (if (even? n) [false true] [true false])]
                       [live? (round (assoc settings :live? live?))]))
        of (fn [live? key] (median (for [[l took] (drop 2 turns), :when (= live? l)] (get took key))))]
    (doseq [live? [false true]]
      (println (format "| %s | %s | %s | %.0f | %.1f | %.1f | %.1f |"
                 (name (:model settings)) (or (:rate settings) "as fast as it goes") (if live? "yes" "no")
                 (of live? :rate) (of live? :calling) (of live? :judging) (of live? :all))))
    (println (format "%s: %+.1f %% operations a second" (name (:model settings))
               (* 100.0 (dec (/ (of true :rate) (of false :rate))))))))

(let [[seconds rounds & models] *command-line-args*
      seconds (parse-long (or seconds "3"))
      rounds (parse-long (or rounds "5"))
      folder (Files/createTempDirectory "minos" (make-array FileAttribute 0))]
  (with-redefs [store/base-dir (str folder)]
    (println "| model | asked for | live | operations a second | calling thread, µs | judging, µs | all threads, µs |")
    (println "|---|---|---|---|---|---|---|")
    (doseq [model (map keyword (or (seq models) ["list-append" "rw-register"])), rate [rate nil]]
      (measure {:model model, :rate rate, :operations (* seconds 20000)} rounds)))
  (run! #(.delete ^java.io.File %) (reverse (file-seq (.toFile folder))))
  (shutdown-agents))
