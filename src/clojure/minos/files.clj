(ns minos.files
  "What a check leaves in a directory: `index.html`, a page that shows everything; `verdict.txt`, the explanation in words;
  `result.edn`, the whole result; pictures of the witnesses, such as `fractured-read-1.svg` and `.dot`. And what Elle's users look
  for, by Elle's names of anomalies: `G1c.txt`, all its cases in words; `G1c/0.svg`, a picture of each; and
  `incompatible-order/:x.html`, all reads of a list that was seen in two orders."
  (:require [clojure.java.io :as io]
            [clojure.pprint :as pprint]
            [clojure.string :as str]
            [minos.data :as data])
  (:import (java.io File)
           (minos Judgement)
           (minos.history History Status)
           (minos.render Pictures)
           (minos.render.picture Dot Picture Svg)
           (minos.util WholeFile)))

(set! *warn-on-reflection* true)

(defn write-text
  "Writes a file of text, whole or not at all."
  [^File file ^String text]
  (WholeFile/write (.toPath file) text))

;; In words

(defn- because
  "Why the first of two transactions comes before the second, as a step says."
  [{:keys [type key value value' process predicate inferred]} a b]
  (str (case type
         :wr (str a " wrote " (pr-str value) " to " (pr-str key) ", which " b " read")
         :ww (str a " wrote " (pr-str value) " to " (pr-str key) ", and " b " wrote " (pr-str value') " after it")
         :rw (str a " read " (pr-str key) " = " (pr-str value) " and did not see " b "'s " (pr-str value'))
         :wrp (str b " read " (pr-str predicate) " and saw " a "'s " (pr-str key) " = " (pr-str value))
         :rwp (str a " read " (pr-str predicate) ", saw " (pr-str key) " = " (pr-str value) " and not " b "'s " (pr-str value'))
         :process (str a " came before " b " in process " (pr-str process))
         :realtime (str a " had completed before " b " was invoked"))
       (when inferred ", by what the other order would lead to")))

(defn- told-cycle [{:keys [cycle steps]}]
  (let [names (mapv #(str "T" (inc (long %))) (range (count steps)))
        after (conj (subvec names 1) (first names))]
    (str "Let:\n"
         (str/join "\n" (map #(str "  " %1 " = " (pr-str %2)) names cycle))
         "\n\nThen:\n"
         (str/join "\n" (map (fn [step a b] (str "  - " a " < " b ", because " (because step a b) ".")) steps names after))
         "\n  So " (first names) " comes before itself: a contradiction.")))

(defn- told [case]
  (if (:steps case) (told-cycle case) (str/trimr (with-out-str (pprint/pprint case)))))

(defn- write-cases [directory type cases]
  (write-text (io/file directory (str (name type) ".txt"))
              (str (str/join "\n\n\n" (map-indexed #(str (name type) " #" %1 "\n" (told %2)) cases)) "\n")))

;; In pictures

(defn- write-pictures
  "A picture of each case in a folder of its type, but for those that would be larger than `:max-plot-bytes` as DOT."
  [directory type cases ^Pictures pictures {:keys [plot-format max-plot-bytes]}]
  (doseq [[i case] (map-indexed vector cases)
          :let [{:keys [violation]} (meta case)]
          :when violation
          :let [drawn (.of pictures violation)]
          [way ^Picture picture] (map-indexed vector drawn)
          :let [dot (Dot/file picture)
                dot? (= :dot plot-format)
                file (io/file directory (name type)
                              (str i (when (next drawn) (str "-" way)) (if dot? ".dot" ".svg")))]
          :when (<= (count dot) (long (or max-plot-bytes 65536)))]
    (io/make-parents file)
    (write-text file (if dot? dot (Svg/file picture)))))

;; Lists in two orders

(defn- escaped [x]
  (str/escape (if (string? x) x (pr-str x)) {\< "&lt;", \> "&gt;", \& "&amp;", \" "&quot;"}))

(defn- reads-of
  "What committed transactions read of a key: pairs of the operation's index, or the transaction's number, and a list."
  [^History history key]
  (for [t (range (.transactions history))
        :when (= Status/COMMITTED (.status history (int t)))
        op (range (.begin history (int t)) (.end history (int t)))
        :let [op (int op)]
        :when (and (= key (.key history op)) (not (.isWrite history op)) (not= History/UNKNOWN (.version history op)))]
    [(:index (data/op history t) t) (mapv #(data/written history (.element history op (int %))) (range (.length history op)))]))

(defn- order-page
  "A table of reads, shortest first: a place at which a read differs from the longest is marked."
  [key reads]
  (let [longest (peek (last (sort-by (comp count second) reads)))
        row (fn [[index elements]]
              (str "<tr><th>" (escaped index) "</th>"
                   (str/join (map-indexed (fn [i x]
                                            (str (if (= x (get longest i)) "<td>" "<td class=\"other\">") (escaped x) "</td>"))
                                          elements))
                   "</tr>\n"))]
    (str "<!doctype html><meta charset=\"utf-8\"><title>Reads of " (escaped key) "</title>\n"
         "<style>body{font-family:sans-serif}td,th{padding:2px 6px;text-align:right}.other{background:#f6b8b0}</style>\n"
         "<h1>Reads of " (escaped key) "</h1><p>By the index of the operation; where a read differs from the longest is marked.</p>\n"
         "<table>\n" (str/join (map row (sort-by (comp count second) reads))) "</table>\n")))

(defn- write-orders [directory ^History history cases]
  (let [numbers (into {} (for [k (range (.keys history))] [(data/key-of history k) k]))]
    (doseq [key (distinct (map :key cases)), :when (numbers key)]
      (let [file (io/file directory "incompatible-order" (str (str/replace (pr-str key) #"[^\w.:-]" "_") ".html"))]
        (io/make-parents file)
        (write-text file (order-page key (reads-of history (numbers key))))))))

(defn- write-anomalies [{:keys [anomalies]} directory ^Judgement judgement opts]
  (let [history (.get (.history judgement))
        pictures (Pictures. history)]
    (doseq [[type cases] anomalies, :when (sequential? cases)]
      (write-cases directory type cases)
      (write-pictures directory type cases pictures opts))
    (when (.isList ^History history) (write-orders directory history (:incompatible-order anomalies)))))

(defn write
  "Writes the files of a result. Returns the result: a verdict is not lost because a disk is full or a picture cannot be
  drawn."
  [result {:keys [directory] :as opts} ^Judgement judgement]
  (try
    (.report judgement (.toPath (io/file directory)))
    (write-text (io/file directory "verdict.txt") (.explain judgement))
    (write-text (io/file directory "result.edn") (prn-str result))
    (write-anomalies result directory judgement opts)
    result
    (catch Throwable e
      (assoc-in result [:minos :ignored :directory] (str "not written: " e)))))
