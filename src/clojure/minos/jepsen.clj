(ns minos.jepsen
  "Minos as a Jepsen checker:

      {:checker (checker/compose {:elle  (append/checker {:consistency-models [:serializable]})
                                  :minos (minos.jepsen/checker {:consistency-models [:serializable]})})}

  Needs Jepsen on the class path; `minos.core` does not."
  (:refer-clojure :exclude [test])
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [jepsen.checker :as checker]
            [jepsen.store :as store]
            [jepsen.tests.cycle.append :as append]
            [jepsen.tests.cycle.wr :as wr]
            [minos.compare :as compare]
            [minos.core :as core]
            [minos.files :as files]
            [minos.options :as options]
            [minos.workloads :as workloads]))

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
