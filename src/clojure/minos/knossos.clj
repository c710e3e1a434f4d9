(ns minos.knossos
  "Knossos, Jepsen's linearizability checker, on histories of single operations; for comparisons. Loads without it."
  (:require [minos.libraries :refer [library]]))

(set! *warn-on-reflection* true)

(defn- pair? [x]
  (and (sequential? x) (= 2 (count x))))

(defn- keyed?
  "Whether the value of an operation is `[key value]`."
  [{:keys [f value]}]
  (if (= :cas f) (and (pair? value) (pair? (second value))) (pair? value)))

(defn by-key
  "The histories of the registers in a history of `:read`, `:write` and `:cas`, whose values are `[key value]` or, if there is
  only one register, the value alone."
  [ops]
  (->> ops
       (filter #(and (integer? (:process %)) (#{:read :write :cas} (:f %))))
       (reduce (fn [[histories running] {:keys [process value type] :as op}]
                 (let [k (if (keyed? op) (first value) (when (not= :invoke type) (running process)))
                       op (cond-> (dissoc op :index) (keyed? op) (update :value second))]
                   [(update histories k (fnil conj []) op) (assoc running process k)]))
               [(sorted-map-by #(compare (pr-str %1) (pr-str %2))) {}])
       first
       vals))

(defn check
  "Whether every register of the history is linearizable, by Knossos: `{:valid? true}`, false or :unknown. Gives up on a register
  after `:timeout-ms`, a minute if that is not given."
  [{:keys [timeout-ms] :or {timeout-ms 60000}} ops]
  (let [analysis (library 'knossos.competition/analysis)
        model ((library 'knossos.model/cas-register))
        history (library 'jepsen.history/history)
        verdicts (map #(:valid? (analysis model (history %) {:time-limit timeout-ms})) (by-key ops))]
    {:valid? (cond (some false? verdicts) false
                   (every? true? verdicts) true
                   :else :unknown)}))
