(require '[clojure.string :as str]
         '[jepsen.history :as h]
         '[minos.compare :as compare]
         'elle.list-append 'elle.rw-register 'minos.list-append 'minos.rw-register)
(import '(com.sun.management OperatingSystemMXBean)
        '(java.lang.management ManagementFactory))

(defn- cpu-nanos []
  (.getProcessCpuTime ^OperatingSystemMXBean (ManagementFactory/getOperatingSystemMXBean)))

(defn- measure
  "The median wall and processor time of `f` in milliseconds, over the rounds after the first third, and its last result."
  [rounds f]
  (let [runs (vec (for [_ (range rounds)]
                    (let [_ (System/gc), wall (System/nanoTime), cpu (cpu-nanos), result (f)]
                      {:wall (/ (- (System/nanoTime) wall) 1e6), :cpu (/ (- (cpu-nanos) cpu) 1e6), :valid? (:valid? result)})))
        warm (subvec runs (quot rounds 3))
        median (fn [key] (nth (sort (map key warm)) (quot (count warm) 2)))]
    {:wall (median :wall), :cpu (median :cpu), :valid? (:valid? (peek runs))}))

(let [[file & models] *command-line-args*
      ops (compare/read-ops file)
      list? (= :list-append (compare/workload ops))
      history (h/history (mapv #(dissoc % :index) ops))
      elle (if list? elle.list-append/check elle.rw-register/check)
      minos (if list? minos.list-append/check minos.rw-register/check)]
  (doseq [model (map keyword (or (seq models) ["strict-serializable"]))
          :let [opts {:consistency-models [model]}
                a (measure 9 #(elle opts history))
                b (measure 15 #(minos opts history))
                show (fn [name {:keys [valid? wall cpu]}] (format "%s %s %.0f ms (%.0f ms of processors)" name valid? wall cpu))]]
    (println (str/join "; " [(name model) (show "Elle" a) (show "Minos" b) (format "ratio %.1f" (/ (:wall a) (:wall b)))])))
  (shutdown-agents))
