(ns minos.differences-test
  "Generated histories, judged by both tools at every model: whatever Elle finds that Minos does not must be explained.
  `MINOS_DIFFERENCES` says how many seeds to take (20). With jepsen.history.sim on the class path its simulated databases take
  part.

  Many histories are quick at one model each, which another history has another one of: `MINOS_DIFFERENCES_MODELS`."
  (:require [clojure.string :as str]
            [clojure.test :refer [deftest is]]
            [jepsen.history :as h]
            [minos.compare :as compare]
            [minos.random-histories :refer [as-registers crashed random-history]]))

(def ^:private models
  [:read-uncommitted :read-committed :monotonic-view :monotonic-snapshot-read :cursor-stability :monotonic-atomic-view :read-atomic
   :update-atomic :causal-cerone :prefix :parallel-snapshot-isolation :consistent-view :forward-consistent-view
   :update-serializable :snapshot-isolation :repeatable-read :serializable :strong-session-read-uncommitted
   :strong-session-read-committed :strong-session-snapshot-isolation :strong-session-serializable :strong-read-uncommitted
   :strong-read-committed :strong-snapshot-isolation :strict-serializable])

(def ^:private assumptions
  [{} {:sequential-keys? true} {:linearizable-keys? true} {:wfr-keys? true} {:wfr-keys? true, :linearizable-keys? true}])

(defn- simulated
  "Histories of simulated databases with this seed; nil without jepsen.history.sim."
  [seed]
  (when-let [run (try (requiring-resolve 'jepsen.history.sim/run) (catch java.io.FileNotFoundException _ nil))]
    (for [db (keys @(requiring-resolve 'jepsen.history.sim.db/dbs))]
      (:history (run {:db db, :seed seed, :limit (+ 4 (mod seed 30)), :key-count (inc (mod seed 4)), :concurrency (+ 2 (mod seed 5))})))))

(defn- generated
  "Pairs of options and a history. Every other seed has clients that crash."
  [seed]
  (let [history #(cond->> (map (fn [op] (dissoc (into {} op) :index)) %) (odd? seed) (crashed seed))
        assumption (nth assumptions (mod seed (count assumptions)))]
    (concat [[{:model :list-append} (history (random-history seed :list-append))]]
            (for [opts assumptions] [(assoc opts :model :rw-register) (history (random-history seed :rw-register))])
            (for [ops (simulated seed)
                  told [[{:model :list-append} (history ops)]
                        [(assoc assumption :model :rw-register) (as-registers (history ops))]]]
              told))))

(defn- unexplained?
  "Whether a difference is not accounted for. What Elle refuses is none to compare with: generated histories have nothing that it must
  refuse, so that one that it does is a fault of the generator, and would hide all else."
  [{:keys [class because]}]
  (or (#{"to be examined" "Minos has no answer"} class) (str/includes? (str because) "it stops with")))

(defn- some-models
  "So many of the models, others for each history."
  [n seed i]
  (if n (for [j (range n)] (nth models (mod (+ (* 7 seed) (* 3 i) (* 11 j)) (count models)))) models))

(defn differences
  "The unexplained differences over a range of seeds, and how many comparisons there were; of each history at `n` models, or at all."
  [seeds n]
  (reduce (fn [found [seed opts {:keys [model difference]}]]
            (cond-> (update found :compared inc)
              difference (update-in [:classes (:class difference)] (fnil inc 0))
              (and difference (unexplained? difference)) (update :unexplained conj [seed opts model difference])))
          {:compared 0, :unexplained []}
          (for [seed seeds
                [i [opts ops]] (map-indexed vector (generated seed))
                compared (:models (compare/compare-history (assoc opts :consistency-models (some-models n seed i))
                                                           (h/history (vec ops))))]
            [seed opts compared])))

(deftest whatever-elle-finds-is-found-or-explained
  (let [{:keys [compared unexplained classes]} (differences (range (parse-long (or (System/getenv "MINOS_DIFFERENCES") "20")))
                                                                  (some-> (System/getenv "MINOS_DIFFERENCES_MODELS") parse-long))]
    (println "Elle and Minos on" compared "comparisons:" (pr-str classes))
    (is (= [] unexplained) (str/join "\n" (map pr-str (take 5 unexplained))))))
