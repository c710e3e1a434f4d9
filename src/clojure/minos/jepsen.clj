(ns minos.jepsen
  "Minos as a Jepsen checker:

      {:checker (checker/compose {:elle  (append/checker {:consistency-models [:serializable]})
                                  :minos (minos.jepsen/checker {:consistency-models [:serializable]})})}

  Needs Jepsen on the class path; `minos.core` does not."
  (:refer-clojure :exclude [test])
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [jepsen.checker :as checker]
            [jepsen.generator :as gen]
            [jepsen.store :as store]
            [jepsen.tests.cycle.append :as append]
            [jepsen.tests.cycle.wr :as wr]
            [minos.compare :as compare]
            [minos.convert :as convert]
            [minos.core :as core]
            [minos.files :as files]
            [minos.options :as options]
            [minos.workloads :as workloads])
  (:import (java.util ArrayList)
           (java.util.concurrent ConcurrentLinkedQueue)
           (java.util.function Function)
           (minos LiveJudgement Question)
           (minos.io.edn GrowingOps)
           (minos.model Verdict Verdict$Answer)))

(set! *warn-on-reflection* true)

(defn directory
  "Where a checker's files go: the `:directory` of its options, else `name` below the test's store directory, in the
  subdirectory that a checker around it asks for. Nil if the test is not stored."
  [opts test checker-opts name]
  (or (:directory opts)
      (when (and (:name test) (:start-time test))
        (str (store/path! test (:subdirectory checker-opts) name)))))

(defn safely
  "Calls `f`; whatever is thrown becomes an unknown result, so that it spoils no other checker's. Jepsen itself catches
  exceptions, but not errors such as a lack of memory."
  [f]
  (try (f)
       (catch Throwable e
         {:valid? :unknown
          :cause (str (.getName (class e)) (some->> (.getMessage e) (str ": ")))})))

(defn checker
  "A checker that judges a history of transactions. Takes the options of `minos.core/check`; mistakes in them are reported
  at once. Writes what it found below the test's store directory, in `minos`."
  ([] (checker {}))
  ([opts]
   (options/validate opts)
   (reify checker/Checker
     (check [_ test history checker-opts]
       (safely #(core/check (assoc opts :directory (directory opts test checker-opts "minos")) history))))))

(defn test
  "A partial test like those of `jepsen.tests.cycle.append` and `jepsen.tests.cycle.wr`, whose generators it uses: a map with
  `:generator`, `:final-generator` where Jepsen has one, and `:checker`. `:model` is `:list-append` (the default) or
  `:rw-register`; other options go to `minos.core/check`, if it knows them, and to the generator."
  [{:keys [model] :or {model :list-append} :as opts}]
  (let [partial-test (case model
                       :list-append append/test
                       :rw-register wr/test
                       (throw (IllegalArgumentException.
                                (str ":model is :list-append or :rw-register here, not " (pr-str model)))))]
    (doseq [option (keys opts), :when (not (options/known option))]
      (when-let [meant (options/nearest option)]
        (throw (IllegalArgumentException. (str "no option is called " (pr-str option) "; did you mean " meant "?")))))
    (assoc (partial-test opts) :checker (checker (assoc (select-keys opts options/known) :model model)))))

;; While a test runs

(defn- violated
  "The names of the levels that a live judgement has found to be violated."
  [^LiveJudgement live]
  (into (sorted-set)
        (for [^Verdict verdict (.verdicts live), :when (= Verdict$Answer/FALSE (.answer verdict))]
          (keyword (.text (.level verdict))))))

(def ^:private rest-millis
  "How long a live judge rests between two looks at what has happened. What comes meanwhile is judged together: each by itself would cost
  many times as much, and a test at full speed has no processor to spare."
  20)

(defn- drain
  "Takes all there is."
  ^ArrayList [^ConcurrentLinkedQueue queue]
  (let [events (ArrayList.)]
    (loop []
      (when-some [event (.poll queue)]
        (.add events event)
        (recur)))
    events))

(defn- judge-on
  "Judges the operations of the queue as they come, until the test is `over`. Tells `state` what it finds: `:violation`, of the first one, or
  `:cause`, why it judges no more."
  [opts queue over state]
  (try
    (let [asked (options/requirements opts)
          ops (volatile! nil)
          ^Question question (options/question opts asked)
          live (.live question "live"
                      (reify Function
                        (apply [_ reading] (.history ^GrowingOps (vreset! ops (convert/growing reading))))))]
      (loop [judged 0]
        (let [over? (deref over rest-millis false)
              events (drain queue)
              judged (+ judged (.size events))]
          (.add ^GrowingOps @ops (.iterator events))
          (when over? (.end ^GrowingOps @ops))
          (when (or over? (not (.isEmpty events))) (.update live))
          (cond
            (seq (violated live)) (swap! state assoc :violation {:levels (violated live), :operations judged})
            over? (swap! state assoc :operations judged)
            :else (recur judged)))))
    (catch Throwable e
      (swap! state assoc :cause (str (.getName (class e)) (some->> (.getMessage e) (str ": ")))))
    (finally
      (swap! state assoc :done? true)
      (.clear ^ConcurrentLinkedQueue queue))))

(deftype ^:private LiveGenerator [gen see stop?]
  gen/Generator
  (op [_ test context]
    (when-not (stop?)
      (when-let [[op gen'] (gen/op gen test context)]
        [op (LiveGenerator. gen' see stop?)])))
  (update [_ test context event]
    (see event)
    (LiveGenerator. (gen/update gen test context event) see stop?)))

(defn live
  "Judges a test while it runs, and ends it at the first violation:

      (let [minos (minos.jepsen/live {:consistency-models [:serializable]})]
        (assoc test
          :generator ((:generator minos) generator)
          :checker (:checker minos)))

  Takes the options of `checker`, and `:on-violation`: `:stop` (the default) to generate no more operations, or `:continue`. Returns a
  map: `:generator` is a function that wraps a generator, such that each operation is seen when it is invoked and when it
  completes; `:checker` is a checker as `checker` makes it, whose result has `:live` besides: the levels that were found to be violated
  while the test ran and how many invocations and completions there had been, or that none was. One is for one test.

  Judging goes on in a thread of its own. Whatever happens there, the test goes on, and is judged in the end."
  ([] (live {}))
  ([{:keys [on-violation] :or {on-violation :stop} :as opts}]
   (when-not (#{:stop :continue} on-violation)
     (throw (IllegalArgumentException. (str ":on-violation is :stop or :continue, not " (pr-str on-violation)))))
   (let [opts (dissoc opts :on-violation)
         _ (options/validate opts)
         queue (ConcurrentLinkedQueue.)
         over (promise)
         state (atom {})
         thread (delay (doto (Thread. ^Runnable #(judge-on (assoc opts :all? false) queue over state) "minos-live")
                         (.setDaemon true)
                         (.start)))
         see (fn [event]
               (when-not (:done? @state)
                 @thread
                 (.offer queue event)))
         stop? (fn [] (and (= :stop on-violation) (some? (:violation @state))))
         in-the-end (checker opts)]
     {:generator (fn [generator] (->LiveGenerator generator see stop?))
      :checker (reify checker/Checker
                 (check [_ test history checker-opts]
                   (deliver over true)
                   (when (realized? thread) (.join ^Thread @thread))
                   (let [{:keys [violation cause]} @state]
                     (assoc (checker/check in-the-end test history checker-opts)
                       :live (cond violation violation
                                   cause {:cause cause}
                                   :else {:levels #{}})))))})))

(defn- workload
  "A checker that calls a function of `minos.workloads`."
  [f opts]
  (reify checker/Checker
    (check [_ test history checker-opts]
      (safely #(f (assoc opts :directory (directory opts test checker-opts "minos")) history)))))

(defn set-full
  "The checker of `minos.workloads/set-full`, in place of `jepsen.checker/set-full` and `jepsen.checker/set`."
  ([] (set-full {}))
  ([opts] (workload workloads/set-full opts)))

(defn counter
  "The checker of `minos.workloads/counter`, in place of `jepsen.checker/counter`."
  ([] (counter {}))
  ([opts] (workload workloads/counter opts)))

(defn bank
  "The checker of `minos.workloads/bank`, in place of `jepsen.tests.bank/checker`; takes `:accounts` and `:total-amount` from the test."
  ([] (bank {}))
  ([opts]
   (reify checker/Checker
     (check [_ test history checker-opts]
       (checker/check (workload workloads/bank (merge (select-keys test [:accounts :total-amount]) opts)) test history checker-opts)))))

(defn comparison
  "The checker of `minos.compare/checker`."
  [opts]
  (options/validate opts)
  (reify checker/Checker
    (check [_ test history checker-opts]
      (safely
        (fn []
          (let [report (compare/compare-history opts history)
                classes (set (keep (comp :class :difference) (:models report)))]
            (when-let [folder (directory opts test checker-opts "minos-compare")]
              (io/make-parents folder "report.txt")
              (files/write-text (io/file folder "report.txt") (compare/table report))
              (files/write-text (io/file folder "report.edn") (prn-str report)))
            (cond-> (assoc report :valid? true)
              (some classes ["to be examined" "Minos has no answer"])
              (assoc :valid? :unknown, :cause (str "Elle and Minos differ: " (str/join ", " (sort classes)))))))))))
