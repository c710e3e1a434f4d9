(ns minos.files
  "What a check leaves in a directory: `index.html`, a page that shows everything; `verdict.txt`, the explanation in words;
  `result.edn`, the whole result; and pictures of the witnesses, such as `fractured-read-1.svg` and `.dot`."
  (:require [clojure.java.io :as io])
  (:import (java.io File)
           (minos Judgement)
           (minos.util WholeFile)))

(set! *warn-on-reflection* true)

(defn write-text
  "Writes a file of text, whole or not at all."
  [^File file ^String text]
  (WholeFile/write (.toPath file) text))

(defn write
  "Writes the files of a result. Returns the result: a verdict is not lost because a disk is full or a picture cannot be
  drawn."
  [result directory ^Judgement judgement]
  (try
    (.report judgement (.toPath (io/file directory)))
    (write-text (io/file directory "verdict.txt") (.explain judgement))
    (write-text (io/file directory "result.edn") (prn-str result))
    result
    (catch Throwable e
      (assoc-in result [:minos :ignored :directory] (str "not written: " e)))))
