(require '[clojure.java.io :as io]
         '[clojure.string :as str]
         '[minos.compare :as compare]
         'minos.list-append 'minos.rw-register)
(import '(com.sun.management OperatingSystemMXBean)
        '(java.io FileNotFoundException)
        '(java.lang.management ManagementFactory))

(def small-models ["causal-cerone" "snapshot-isolation" "strict-serializable"])
(def most-rounds 1000)
(def most-seconds 10)
(def warm-up-seconds "Until the compiler has nothing left to do, also of what takes a second a time." 20)
(def slow-millis "What takes that long begins with an empty heap, so that it does not pay for the garbage of others." 20)

(defn- cpu-nanos []
  (.getProcessCpuTime ^OperatingSystemMXBean (ManagementFactory/getOperatingSystemMXBean)))

(defn- once [check]
  (let [wall (System/nanoTime), cpu (cpu-nanos), result (check)]
    {:wall (/ (- (System/nanoTime) wall) 1e6), :cpu (/ (- (cpu-nanos) cpu) 1e6), :valid? (:valid? result)}))

(defn- warm-up
  "Runs a check alone, for as long as any other; what it took the first and the last time."
  [check]
  (let [end (+ (System/nanoTime) (* warm-up-seconds 1e9))
        first (once check)]
    (loop [last first]
      (if (< (System/nanoTime) end) (recur (once check)) [first last]))))

(defn- measure
  "The first and the median wall time and the mean processor time of each check in milliseconds: all get warm, then they take
  turns."
  [checks]
  (let [cold (mapv warm-up checks)
        slow? (some (fn [[_ last]] (< slow-millis (:wall last))) cold)
        end (+ (System/nanoTime) (* most-seconds 1e9))
        rounds (loop [rounds []]
                 (if (or (= most-rounds (count rounds)) (and (>= (count rounds) 6) (> (System/nanoTime) end)))
                   rounds
                   (recur (conj rounds (mapv #(do (when slow? (System/gc)) (once %)) checks)))))
        of (fn [i key] (map #(key (nth % i)) rounds))
        median (fn [times] (nth (sort times) (quot (count times) 2)))
        mean (fn [times] (/ (reduce + times) (count times)))]
    (for [i (range (count checks))]
      {:first (get-in cold [i 0 :wall]), :wall (median (of i :wall)), :cpu (mean (of i :cpu)), :valid? (get-in rounds [0 i :valid?])})))

(defn- optional
  "The function of that name, or nil if its library is not on the class path."
  [symbol]
  (try (requiring-resolve symbol)
       (catch FileNotFoundException _ nil)))

(defn- checks
  "The functions that judge the operations, by name."
  [ops]
  (let [list? (= :list-append (compare/workload ops))
        bare (mapv #(dissoc % :index) ops)
        history (if-let [history (optional 'jepsen.history/history)] (history bare) bare)
        elle (optional (if list? 'elle.list-append/check 'elle.rw-register/check))
        minos (if list? minos.list-append/check minos.rw-register/check)]
    (cond-> [["Minos" #(minos % history)]]
      elle (conj ["Elle" #(elle % history)]))))

(let [small? (= "--small" (first *command-line-args*))
      files (if small? (rest *command-line-args*) (take 1 *command-line-args*))
      models (if small? small-models (or (nnext (cons nil *command-line-args*)) ["strict-serializable"]))]
  (println "| history | model | tool | verdict | first ms | median ms | processor ms | ratio |\n|---|---|---|---|---:|---:|---:|---:|")
  (doseq [file files
          :let [named (checks (compare/read-ops file))
                kind (if small? (first (str/split (.getName (io/file file)) #"-")) (.getName (io/file file)))]
          model models
          :let [opts {:consistency-models [(keyword model)]}
                times (measure (for [[_ check] named] #(check opts)))]
          [[tool _] {:keys [valid? wall cpu] :as time}] (map vector named times)]
    (println (format "| %s | %s | %s | %s | %.1f | %.1f | %.1f | %s |" kind model tool valid? (:first time) wall cpu
                     (if (= "Minos" tool) "" (format "%.1f" (/ wall (:wall (first times))))))))
  (shutdown-agents))
