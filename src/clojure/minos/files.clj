(ns minos.files
  "What a check leaves in a directory: `verdict.txt`, the explanation in words; `result.edn`, the whole result; and a picture of
  each witness, such as `fractured-read-1.svg`."
  (:require [clojure.java.io :as io])
  (:import (java.io IOException)
           (minos.model Anomaly Verdict Witness)
           (minos.render Judged Layout Pictures VerdictText)
           (minos.render.picture Dot Picture Svg)))

(set! *warn-on-reflection* true)

(defn- pictures
  "Names and contents of pictures, for each witness of each type."
  [^Judged judged format]
  (let [draw (Pictures. (.history judged))
        witnesses (distinct (for [^Verdict verdict (.verdicts judged), ^Anomaly anomaly (.anomalies verdict)
                                  ^Witness witness (.witnesses anomaly)]
                              witness))]
    (for [[type witnesses] (group-by #(.type ^Witness %) witnesses)
          [i picture] (map-indexed vector (mapcat #(.of draw %) witnesses))]
      [(str type "-" (inc i) "." (name format))
       (if (= :dot format) (Dot/file ^Picture picture) (Svg/file ^Picture picture))])))

(defn write
  "Writes the files of a result. Returns the result; a verdict is not lost because a disk is full."
  [result directory ^Judged judged format]
  (try
    (io/make-parents directory "verdict.txt")
    (doseq [[name content] (concat [["verdict.txt" (VerdictText/render judged Layout/PLAIN false)]
                                    ["result.edn" (prn-str result)]]
                                   (pictures judged format))]
      (spit (io/file directory name) content))
    result
    (catch IOException e
      (assoc-in result [:minos :ignored :directory] (str "not written: " (.getMessage e))))))
