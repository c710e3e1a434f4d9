(ns minos.libraries
  "Libraries that may not be there.")

(set! *warn-on-reflection* true)

(defn library
  "The function of that qualified name. If its library is not on the class path, or cannot be loaded as what it needs is not, throws an
  exception of type `:minos/missing-library` that says so."
  [symbol]
  (let [namespace (clojure.core/symbol (namespace symbol))]
    (try (locking clojure.lang.RT/REQUIRE_LOCK (require namespace))
         (resolve symbol)
         (catch java.io.FileNotFoundException e
           (throw (ex-info (str namespace " is not on the class path: " (ex-message e)) {:type :minos/missing-library} e)))
         (catch clojure.lang.Compiler$CompilerException e
           (throw (ex-info (str namespace " cannot be loaded: " (ex-message e) ": " (some-> (ex-cause e) ex-message))
                           {:type :minos/missing-library}
                           e))))))
