(defproject io.github.minos-judge/minos "0.2.0-SNAPSHOT"
  :description "Judges database transaction histories against isolation levels."
  :url "https://github.com/minos-judge/minos"
  :license {:name "Apache-2.0"
            :url "https://www.apache.org/licenses/LICENSE-2.0"}

  :dependencies [[org.clojure/clojure "1.12.6" :scope "provided"]]

  :source-paths ["src/clojure"]
  :java-source-paths ["src/java"]
  :test-paths ["test/clojure"]
  :resource-paths ["resources"]
  :javac-options ["--release" "17" "-encoding" "UTF-8"]
  :jvm-opts ["-ea" "-Xmx2g"]

  ;; Apart from target/classes, which is Maven's.
  :target-path "target/lein"

  ;; Leiningen's own :base profile adds nREPL, which is on Clojars; a profile of the same name takes its
  ;; place, so that `lein test` needs Maven Central alone. The test task depends on nothing else in it.
  :profiles {:base {}

             ;; What needs Jepsen, Elle or Knossos, all on Clojars: `lein with-profile +jepsen test`.
             ;; Those tests live apart, in test/jepsen. Jepsen 0.3.12 and Elle 0.2.7 would need Java 21.
             :jepsen {:dependencies [[jepsen "0.3.11"]
                                     [elle "0.2.6"]
                                     [knossos "0.3.15"]
                                     [cheshire "5.13.0"]]
                      :test-paths ["test/jepsen"]}})
