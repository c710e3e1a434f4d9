(ns minos.archives
  "Histories with known verdicts: those of test/histories, and of the folders named in the environment variable
  `MINOS_ARCHIVES` (separated like a class path). doc/jepsen.md says how an archive tells what it expects."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [minos.models :as models])
  (:import (java.io File)
           (minos.model Level)))

(defn- edn-files [folder]
  (->> (file-seq (io/file folder))
       (filter #(.isFile ^File %))
       (filter #(re-find #"(?<!\.expected)\.edn(\.gz)?$" (.getName ^File %)))
       (sort-by str)))

(defn- expected-by-folder
  "What a folder's name says: the strongest levels that hold, and that every other is violated. Cut isolation and the session
  guarantees stand beside the chain."
  [folder-name]
  (let [[names without] (str/split folder-name #"-without-")
        strongest (map #(.orElseThrow (Level/named %)) (str/split names #"\+"))
        beside (cond-> #{Level/CUT_ISOLATION}
                 (some #(.implies ^Level % Level/ADYA_READ_COMMITTED) strongest)
                 (into [Level/READ_YOUR_WRITES Level/MONOTONIC_READS Level/MONOTONIC_WRITES Level/WRITES_FOLLOW_READS])
                 without (disj (.orElseThrow (Level/named without))))]
    (into {} (for [^Level level (Level/values)
                   :when (not= Level/MIXED level)] ; these histories have no levels of their own
               [(keyword (.text level)) (boolean (some #(.implies ^Level % level) (concat strongest beside)))]))))

(defn- expected-by-table
  "What a table says of each file: T holds, F is violated, anything else is open."
  [^File table]
  (if (.isFile table)
    (let [[header & rows] (map #(str/split % #"\t" -1) (str/split-lines (slurp table)))]
      (into {} (for [[file & marks] rows]
                 [file (into {} (for [[column mark] (map vector (rest header) marks)
                                      :let [level (models/level column)]
                                      :when (and level (#{"T" "F"} mark))]
                                  [(keyword (.text level)) (= "T" mark)]))])))
    {}))

(defn- expected-beside [^File file]
  (let [beside (io/file (str/replace (str file) #"\.edn(\.gz)?$" ".expected.edn"))]
    (when (.isFile beside)
      (let [{:keys [order] :as expected} (edn/read-string (slurp beside))]
        {:order (or order :session)
         :expected (into {} (for [[level holds?] (dissoc expected :order)]
                              [(keyword (.text (first (models/level->requirement level nil)))) holds?]))}))))

(defn- relative [folder ^File file]
  (str (.relativize (.toPath (io/file folder)) (.toPath file))))

(defn known
  "The histories of this project: maps with `:file`, `:order` and `:expected`, a map of levels to whether they hold, as far as they can
  be asked for."
  []
  (for [^File file (edn-files "test/histories")
        :when (not (#{"mixed" "repeated"} (.getName (.getParentFile file))))]
    {:file file, :order :session, :expected (expected-by-folder (.getName (.getParentFile file)))}))

(defn archived
  "The histories of the folders in `paths`, a text like a class path or nil. They are `:archived?`: somebody wrote down what should
  hold, so that it must be possible to ask."
  [paths]
  (for [folder (remove str/blank? (str/split (or paths "") (re-pattern File/pathSeparator)))
        :let [table (expected-by-table (io/file folder "expected.tsv"))]
        file (edn-files folder)]
    (merge {:file file, :order :session, :archived? true, :expected (get table (relative folder file) {})}
           (expected-beside file))))

(defn all []
  (concat (known) (archived (System/getenv "MINOS_ARCHIVES"))))
