(ns minos.models-test
  (:require [clojure.test :refer [deftest is]]
            [minos.models :as models])
  (:import (minos.model Level Order)))

(deftest jepsen-names-have-jepsens-meaning
  (doseq [[name level order]
          [[:read-uncommitted Level/READ_UNCOMMITTED Order/NONE]
           [:PL-1 Level/READ_UNCOMMITTED Order/NONE]
           [:read-committed Level/ADYA_READ_COMMITTED Order/NONE]
           [:monotonic-atomic-view Level/READ_COMMITTED Order/NONE]
           [:repeatable-read Level/REPEATABLE_READ Order/NONE]
           [:PL-2.99 Level/REPEATABLE_READ Order/NONE]
           [:consistent-view Level/PARALLEL_SNAPSHOT_ISOLATION Order/NONE]
           [:PL-FCV Level/PARALLEL_SNAPSHOT_ISOLATION Order/NONE]
           [:snapshot-isolation Level/SNAPSHOT_ISOLATION Order/NONE]
           [:serializable Level/SERIALIZABLE Order/NONE]
           [:strong-session-read-committed Level/ADYA_READ_COMMITTED Order/SESSION]
           [:strong-session-snapshot-isolation Level/SNAPSHOT_ISOLATION Order/SESSION]
           [:strong-session-serializable Level/SERIALIZABLE Order/SESSION]
           [:strong-snapshot-isolation Level/SNAPSHOT_ISOLATION Order/REAL_TIME]
           [:strong-serializable Level/STRICT_SERIALIZABLE Order/REAL_TIME]
           [:strict-serializable Level/STRICT_SERIALIZABLE Order/REAL_TIME]
           [:read-atomic Level/READ_ATOMIC Order/SESSION]
           [:causal Level/CAUSAL Order/SESSION]
           [:causal-cerone Level/CAUSAL Order/SESSION]
           [:prefix Level/PREFIX Order/SESSION]
           [:parallel-snapshot-isolation Level/PARALLEL_SNAPSHOT_ISOLATION Order/SESSION]
           [:update-atomic Level/UPDATE_ATOMIC Order/SESSION]
           [:PL-3U Level/UPDATE_SERIALIZABLE Order/NONE]
           [:read-your-writes Level/READ_YOUR_WRITES Order/SESSION]
           [:monotonic-reads Level/MONOTONIC_READS Order/SESSION]
           [:monotonic-writes Level/MONOTONIC_WRITES Order/SESSION]
           [:writes-follow-reads Level/WRITES_FOLLOW_READS Order/SESSION]
           [:rc Level/READ_COMMITTED Order/SESSION]
           [:cut-isolation Level/CUT_ISOLATION Order/SESSION]
           ["sser" Level/STRICT_SERIALIZABLE Order/REAL_TIME]]]
    (is (= [[level order]] (models/model->requirements name nil)) name)))

(deftest models-without-a-level-ask-for-what-is-below-them
  (is (= [[Level/ADYA_READ_COMMITTED Order/NONE]] (models/model->requirements :cursor-stability nil)))
  (is (= [[Level/READ_COMMITTED Order/NONE]] (models/model->requirements :monotonic-view nil)) "a transaction seen is not unseen")
  (is (= [[Level/READ_COMMITTED Order/SESSION]] (models/model->requirements :PL-MSR :session)))
  (is (= #{Level/READ_YOUR_WRITES Level/MONOTONIC_READS Level/MONOTONIC_WRITES}
         (set (map first (models/model->requirements :PRAM nil)))))
  (is (models/unjudged? :PRAM))
  (is (models/unjudged? :cursor-stability))
  (is (models/unjudged? :PL-2L))
  (is (not (models/unjudged? :serializable))))

(deftest an-order-asked-for-holds-where-the-name-leaves-it-open
  (is (= [[Level/SNAPSHOT_ISOLATION Order/SESSION]] (models/model->requirements :snapshot-isolation :session)))
  (is (= [[Level/CAUSAL Order/NONE]] (models/model->requirements :causal :none)))
  (is (= [[Level/SERIALIZABLE Order/SESSION]] (models/model->requirements :strong-session-serializable :none)))
  (is (= [Level/READ_COMMITTED Order/SESSION] (models/level->requirement :read-committed nil)))
  (is (= [Level/STRICT_SERIALIZABLE Order/REAL_TIME] (models/level->requirement :sser :none))))

(deftest other-names-are-refused-with-a-list-of-what-there-is
  (is (thrown-with-msg? IllegalArgumentException #"no consistency model is called :serialisable; there are .*:serializable"
                        (models/model->requirements :serialisable nil)))
  (is (thrown-with-msg? IllegalArgumentException #"no level is called :pl-9; there are :read-uncommitted"
                        (models/level->requirement :pl-9 nil)))
  (is (thrown-with-msg? IllegalArgumentException #"no order is called :wall-clock" (models/order :wall-clock)))
  (is (thrown-with-msg? IllegalArgumentException #"no anomaly is called :G7; there are .*:G1c" (models/anomaly->requirement :G7))))

(deftest every-level-has-a-name-among-the-models
  (let [levels (set (map first (mapcat #(models/model->requirements % nil) (models/known-names))))]
    (is (= (set (Level/values)) levels))))

(deftest requirements-imply-by-level-and-order
  (let [implies? (fn [a b] (models/implies? (first (models/model->requirements a nil)) (first (models/model->requirements b nil))))]
    (is (implies? :strict-serializable :serializable))
    (is (implies? :strict-serializable :strong-snapshot-isolation))
    (is (implies? :strong-session-serializable :causal))
    (is (not (implies? :serializable :causal)) "plain serializability has no session order")
    (is (not (implies? :strong-snapshot-isolation :serializable)))))

(deftest the-boundary-has-the-weakest-models-first
  (is (= {:not #{:repeatable-read}, :also-not #{:serializable :strong-session-serializable :strong-serializable}}
         (models/boundary [:G2-item])))
  (is (= {:not #{:strong-serializable}, :also-not #{}} (models/boundary [:G2-item-realtime])))
  (is (= {:not #{}, :also-not #{}} (models/boundary [])))
  (is (= #{:read-uncommitted} (:not (models/boundary [:G0 :G-single-item]))))
  (is (= #{:consistent-view :repeatable-read} (:not (models/boundary [:G-single-item]))))
  (is (= #{:cursor-stability :update-atomic} (:not (models/boundary [:lost-update]))))
  (is (= #{:read-atomic} (:not (models/boundary [:internal]))))
  (is (= #{:strong-session-snapshot-isolation} (:not (models/boundary [:G-single-item-process])))))

(deftest models-that-are-one-level-have-one-name-when-it-is-broken
  (let [{:keys [broken weakest]} (models/broken-by [[Level/PARALLEL_SNAPSHOT_ISOLATION Order/NONE]])]
    (is (= #{:consistent-view} weakest))
    (is (contains? broken :forward-consistent-view))))

(deftest models-forbid-what-the-models-below-them-forbid
  (is (= #{:G0 :duplicate-elements :cyclic-versions :PL-1-cycle-exists} (models/prohibited [:read-uncommitted])))
  (is (every? (models/prohibited [:serializable]) [:G0 :G1a :G1c :internal :lost-update :G-single-item :G2-item]))
  (is (not-any? (models/prohibited [:serializable]) [:G-single-item-process :G0-realtime]))
  (is (contains? (models/prohibited [:PL-SS]) :G-single-item-process)))

(deftest anomalies-imply-others
  (is (= #{:G1c :G0 :future-read} (models/anomalies-implying [:G1c])))
  (is (= #{:G0-process :G0} (models/anomalies-implying [:G0-process])))
  (is (= #{:G1 :G1a :G1b :G1c :G0 :future-read :dirty-update :incompatible-order :thin-air-read} (models/anomalies-implying [:G1])))
  (is (contains? (models/anomalies-implying [:G2]) :lost-update))
  (is (contains? (models/anomalies-implying [:G2-realtime]) :G-single-item-process))
  (is (= #{} (models/anomalies-implying nil)))
  (is (= [Level/SERIALIZABLE Order/SESSION] (models/anomaly->requirement :G2-item-process)))
  (is (nil? (models/anomaly->requirement :G-cursor))))
