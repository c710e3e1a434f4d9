(ns minos.convert
  "Histories of Clojure data into the engine's `minos.history.History`.

  A history is anything that can be reduced and holds operations: maps or records with `:type`, `:process`, `:f`,
  `:value` and maybe `:index`. Vectors, lazy sequences and `jepsen.history` histories will do. The rules are those of
  the engine's EDN reader: operations whose process is no number (the nemesis) are left out; a completion belongs to
  the invocation of its process before it; what never completed, or completed with `:info`, comes last. A list that was
  read goes into the engine element by element: nothing is copied on the way."
  (:import (clojure.lang PersistentVector Volatile)
           (java.util HashMap Iterator LinkedHashMap)
           (minos.history Atoms History HistoryBuilder HistoryBuilder$Initial Model Origin Status)))

(set! *warn-on-reflection* true)

;; Atoms

(defn- canonical
  "Prints a value so that equal values have equal text: lists as vectors, sets and maps with their elements sorted."
  [x]
  (cond
    (map? x) (str "{" (->> x
                           (map (fn [[k v]] (str (canonical k) " " (canonical v))))
                           sort
                           (interpose ", ")
                           (apply str))
                  "}")
    (set? x) (str "#{" (apply str (interpose " " (sort (map canonical x)))) "}")
    (sequential? x) (str "[" (apply str (interpose " " (map canonical x))) "]")
    (and (integer? x) (<= Long/MIN_VALUE x Long/MAX_VALUE)) (str (long x))
    :else (binding [*print-length* nil, *print-level* nil, *print-meta* false, *print-dup* false, *print-readably* true
                    *print-namespace-maps* false]
            (pr-str x))))

(defn- other-atom
  "The atom of anything but a Long."
  ^long [^Atoms atoms x]
  (if (and (integer? x) (<= Long/MIN_VALUE x Long/MAX_VALUE))
    (.of atoms (long x))
    (.ofText atoms (canonical x))))

(defmacro ^:private atom-of
  "The atom of `x`; a Long, by far the most frequent, goes without a call."
  [atoms x]
  `(let [x# ~x]
     (if (instance? Long x#) (.of ~atoms (.longValue ^Long x#)) (other-atom ~atoms x#))))

;; What goes wrong

(defn- malformed
  "An exception that names the operation, what was found and what was expected."
  [op position found expected]
  (ex-info (str "operation " (or (:index op) position) ": found " found ", expected " expected)
           {:type ::malformed-history, :index (:index op), :position position}))

;; Micro-operations

(defn- micro-ops
  "The value of an operation that is a transaction, or nil."
  [op position]
  (let [value (:value op)]
    (cond
      (and (instance? PersistentVector value)
           (pos? (.count ^PersistentVector value))
           (instance? PersistentVector (.nth ^PersistentVector value 0))) value ; as nearly always
      (not (sequential? value)) (when (and (some? value) (= :txn (:f op)))
                                  (throw (malformed op position "a :txn with another :value" "a vector of micro-ops")))
      (empty? value) (when (= :txn (:f op)) value)
      (sequential? (first value)) (when-not (map-entry? value) value)
      (= :txn (:f op)) (throw (malformed op position (pr-str (first value)) "[:append key element], [:r key value] or [:w key value]")))))

(defn- found?
  "Is this what a `:cas` that failed expected, would have set, and found instead?"
  [type swap]
  (and (= :fail type) (sequential? swap) (= 3 (count swap))))

(defn- failed-read?
  "A `:cas` that failed and tells what it found is a read."
  [{:keys [f type value]}]
  (and (= :cas f) (sequential? value) (not (sequential? (first value)))
       (or (found? type value) (and (= 2 (count value)) (found? type (second value))))))

(defn- single-op
  "A `:read`, `:write` or `:cas` of one register as micro-ops, or nil. The value is `[key value]` or the value alone, for
  `:cas` `[key [old new]]` or `[old new]`. One that failed may tell what it found: `[key [old new found]]`, `[old new found]`."
  [{:keys [f value type] :as op} position]
  (let [pair? #(and (sequential? %) (= 2 (count %)))
        swap? #(or (pair? %) (found? type %))]
    (case f
      (:read :write) (when (or (some? value) (#{:invoke :ok} type))
                       (let [[k v] (if (pair? value) value ['register value])]
                         [[(if (= f :read) :r :w) k v]]))
      :cas (when (some? value)
             (let [[k swap] (if (and (pair? value) (swap? (second value))) value ['register value])]
               (when-not (swap? swap)
                 (throw (malformed op position "a :cas without two values" "[old new] or [key [old new]]")))
               (let [[old fresh found] swap
                     saw #(if (nil? %) [:initial k] [:r k %])]
                 (if (found? type swap)
                   [(saw found)]
                   [(saw old) [:w k fresh]]))))
      nil)))

(defn- telling
  "What an operation says that it did, as micro-ops; nil if it does not say."
  [{:keys [^HistoryBuilder builder model recognise?]} op position]
  (or (when-let [ops (micro-ops op position)]
        (when (= Model/LWT @model)
          (throw (malformed op position "a transaction of micro-ops" "a :read, :write or :cas, as this history is lwt")))
        ops)
      (when (or (= Model/LWT @model) (and recognise? (nil? @model)))
        (when-let [ops (single-op op position)]
          (.model builder (vreset! model Model/LWT))
          ops))))

(defn- require-model! [^Volatile model wanted op position]
  (let [known (.deref model)]
    (when-not (identical? wanted known)
      (if (nil? known)
        (vreset! model wanted)
        (throw (malformed op position (str "a micro-op of a " wanted " history") (str "only those of " known)))))))

(defn- write-model [^Volatile model]
  (if (identical? Model/LWT (.deref model)) Model/LWT Model/RW_REGISTER))

(defmacro ^:private vector-or-list?
  "As `sequential?`, but most collections here are plain vectors, and that is the quicker question."
  [x]
  `(let [x# ~x] (or (instance? PersistentVector x#) (sequential? x#))))

(defmacro ^:private each
  "Runs `body` for each element of a sequential collection, or of nil. By its iterator: there is a call for each element of
  each list that was read, and nothing else is as cheap."
  [[element coll] & body]
  `(when-some [^Iterable coll# ~coll]
     (let [^Iterator elements# (.iterator coll#)]
       (while (.hasNext elements#)
         (let [~element (.next elements#)] ~@body)))))

(defn- feed-list! [^HistoryBuilder builder ^long key elements]
  (let [atoms (.atoms builder)]
    (.beginList builder key)
    (each [e elements] (.element builder (atom-of atoms e)))
    (.endList builder)))

(defn- feed-read!
  "Adds a read that returned `value`."
  [^HistoryBuilder builder key value ^Status status ^Volatile model op position]
  (let [key (long key)
        known (.deref model)]
    (cond
      (nil? value) (if (identical? Status/COMMITTED status) (.readInitial builder key) (.readUnknown builder key))
      (and (vector-or-list? value) (or (nil? known) (identical? Model/LIST_APPEND known)))
      (do (require-model! model Model/LIST_APPEND op position)
          (feed-list! builder key value))
      :else
      (let [atoms (.atoms builder)]
        (require-model! model (write-model model) op position)
        (.read builder key (atom-of atoms value))))))

(defn- feed-write! [^HistoryBuilder builder key value model op position]
  (when (nil? value)
    (throw (malformed op position "a write of nil" "a value other than nil, which every register has before it is written")))
  (require-model! model (write-model model) op position)
  (let [atoms (.atoms builder)]
    (.write builder (long key) (atom-of atoms value))))

(defn- feed-append! [^HistoryBuilder builder key value model op position]
  (require-model! model Model/LIST_APPEND op position)
  (let [atoms (.atoms builder)]
    (.append builder (long key) (atom-of atoms value))))

(defn- feed-micro-op! [^HistoryBuilder builder f k value ops ^Status status model op position]
  (let [atoms (.atoms builder)
        key (atom-of atoms k)]
    (cond
      (identical? f :append) (feed-append! builder key value model op position)
      (identical? f :w) (feed-write! builder key value model op position)
      ;; Of a compare-and-set that failed, its write is all there is to tell.
      (identical? Status/ABORTED status) (when (or (not= Model/LWT @model) (= 1 (count ops))) (.readUnknown builder key))
      (identical? f :r) (feed-read! builder key value status model op position)
      (identical? f :initial) (.readInitial builder key)
      :else (throw (malformed op position (pr-str f) ":append, :r or :w")))))

(defn- feed!
  "Adds the micro-ops of a transaction that has begun. What an aborted one read says nothing."
  [^HistoryBuilder builder ops ^Status status model op position]
  (each [mop ops]
    (if (and (instance? PersistentVector mop) (== 3 (.count ^PersistentVector mop)))
      (let [^PersistentVector mop mop]
        (feed-micro-op! builder (.nth mop 0) (.nth mop 1) (.nth mop 2) ops status model op position))
      (do (when-not (and (sequential? mop) (let [n (count mop)] (or (= 3 n) (= 2 n))))
            (throw (malformed op position (pr-str mop) "[:append key element], [:r key value] or [:w key value]")))
          (feed-micro-op! builder (nth mop 0) (nth mop 1) (nth mop 2 nil) ops status model op position)))))

;; Transactions

(defn- start
  "What is known while a history is walked; the parts that change are mutable.

  `:running` and `:unsure` are maps from a process to its invocation `{:op :position :ops}`; the unsure ones completed with
  `:info`, at `:told`. `:invoked` and `:uninvoked` say whether there was an invocation, and a completion without one: a
  history has the one or the other."
  [model]
  {:builder (HistoryBuilder. (Atoms. false))
   :model (volatile! model)
   :recognise? (nil? model)
   :running (HashMap.)
   :unsure (HashMap.)
   :invoked (volatile! false)
   :uninvoked (volatile! false)
   :foreign (volatile! nil)})

(defn- add!
  "Adds a transaction of the engine's: the operation `op` at `position` says how it ended, `ops` are its micro-ops."
  [{:keys [^HistoryBuilder builder model]} op ^Status status invoked-at completed-at ops position]
  (let [atoms (.atoms builder)]
    (.begin builder (.session builder (atom-of atoms (:process op))) status (int invoked-at) (int completed-at)
            (long position))
    (feed! builder ops status model op position)
    (.end builder)))

(defn- add-unsure! [state {:keys [op position ops told]}]
  (add! state op Status/INDETERMINATE position Integer/MAX_VALUE ops (or told position)))

(defn- settle!
  "Adds what the process left unsure, as it goes on."
  [{:keys [^HashMap unsure] :as state} process]
  (some->> (.remove unsure process) (add-unsure! state)))

(defn- invoke! [{:keys [^HistoryBuilder builder ^HashMap running invoked uninvoked] :as state} op ops position]
  (let [process (:process op)
        atoms (.atoms builder)]
    (when @uninvoked
      (throw (malformed op position "an :invoke after a completion without one" "an :invoke for each operation, or for none")))
    (vreset! invoked true)
    (when (.containsKey running process)
      (throw (malformed op position (str "an :invoke of process " process ", which has yet to complete another")
                        "its completion first")))
    (when (and (nil? ops) (= :txn (:f op)))
      (throw (malformed op position "an :invoke without micro-ops" "them in its :value")))
    (when ops
      (settle! state process)
      (.session builder (atom-of atoms process))) ; sessions count in order of appearance
    (.put running process {:op op, :position position, :ops ops})))

(defn- complete!
  [{:keys [^HashMap running ^HashMap unsure invoked uninvoked] :as state} {:keys [process type] :as op} ops position]
  (let [invocation (.remove running process)
        told (or ops (:ops invocation))
        status (case type
                 :ok Status/COMMITTED
                 :fail (if (and ops (failed-read? op)) Status/COMMITTED Status/ABORTED)
                 :info Status/INDETERMINATE)]
    (when (and invocation told) (settle! state process))
    (cond
      (and (nil? told) (not (and (nil? invocation) (= :txn (:f op))))) nil
      (and (nil? ops) (= :ok type)) (throw (malformed op position "an :ok without micro-ops" "them in its :value"))
      (nil? invocation)
      (do (when @invoked
            (throw (malformed op position "a completion without :invoke"
                              "the :invoke of its process before it, as other operations in this history have one")))
          (vreset! uninvoked true)
          (add! state op status -1 (if (= :info type) Integer/MAX_VALUE position) told position))
      (= :info type) (.put unsure process (assoc invocation :op op, :ops told, :told position))
      :else (add! state op status (:position invocation) position told position))))

(defn- operation!
  "Takes the next operation of the history."
  [{:keys [model recognise? foreign] :as state} op position]
  (when (number? (:process op))
    (let [ops (telling state op position)]
      (when (and (nil? ops) (not (#{:txn :read :write :cas} (:f op)))) (vreset! foreign op))
      ;; Reads and writes among other operations may be of anything, say of bank accounts.
      (when (and @foreign recognise? (= Model/LWT @model))
        (throw (malformed op position "single operations among others" "no others, unless :model :lwt is asked for")))
      (case (:type op)
        :invoke (invoke! state op ops position)
        (:ok :fail :info) (complete! state op ops position)
        (throw (malformed op position (str ":type " (pr-str (:type op))) ":invoke, :ok, :fail or :info"))))))

(defn- ascending?
  "Whether all operations have an `:index`, none lower than the one before it."
  [ops]
  (some? (reduce (fn [last op]
                   (let [index (:index op)]
                     (if (and (integer? index) (<= (long last) (long index))) index (reduced nil))))
                 Long/MIN_VALUE ops)))

(defn- in-order
  "The operations by `:index`, if all of them have one, otherwise as they come; in a collection that finds them by place."
  [ops]
  (let [ops (if (indexed? ops) ops (vec ops))]
    (if (and (not (ascending? ops)) (every? #(integer? (:index %)) ops))
      (vec (sort-by :index ops))
      ops)))

(deftype ^:private Operations [ops]
  Origin
  (name [_] "")
  (fields [_ place]
    (let [op (nth ops place)
          fields (LinkedHashMap.)]
      (.put fields "index" (str (or (:index op) place)))
      (doseq [[k v] op, :when (and (keyword? k) (some? v) (not (#{:index :type :process :f :value} k)))]
        (.put fields (subs (str k) 1) (binding [*print-length* 32, *print-level* 4] (pr-str v))))
      fields)))

(defn history
  "The engine's form of a history of Clojure data. `model` is the engine's, nil to recognise it; `initial` says how registers'
  initial values are known, nil for `nil`.

      (.transactions (history {} [{:process 0, :type :ok, :f :txn, :value [[:w :x 1]]}])) ; => 1"
  ^History [{:keys [^Model model ^HistoryBuilder$Initial initial]} ops]
  (let [ops (in-order ops)
        {:keys [^HistoryBuilder builder ^HashMap running ^HashMap unsure] :as state} (start model)]
    (when model (.model builder model))
    (reduce (fn [^long position op]
              (operation! state op position)
              (inc position))
            0 ops)
    (->> (concat (vals unsure) (filter :ops (vals running)))
         (sort-by :position)
         (run! #(add-unsure! state %)))
    (.build builder (Operations. ops) (or initial HistoryBuilder$Initial/EXPLICIT))))
