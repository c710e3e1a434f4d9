package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Whole lines of JSON and EDN, laid out here over several for reading. */
class VerdictDataTest {
    @Test
    void aViolationInJson() {
        assertEquals(
                line(
                        """
                {"file":"h.txt","level":"read-atomic","order":"session","valid":false,
                 "anomalies":[{"type":"fractured-read","tap":"k","level":"read-atomic","count":2,
                  "witnesses":[{
                   "cause":"T2 (session alice) saw half of T1 (session 0): it saw T1's y=2, but read x=1, which is older than T1's x=2",
                   "transactions":[
                    {"id":0,"session":"0","status":"committed","operations":[
                      {"index":0,"f":"w","key":"x","value":"1"}]},
                    {"id":1,"session":"0","status":"committed","operations":[
                      {"index":1,"f":"w","key":"x","value":"2"},{"index":2,"f":"w","key":"y","value":"2"}]},
                    {"id":2,"session":"alice","status":"committed","operations":[
                      {"index":1,"f":"r","key":"y","value":"2"},{"index":2,"f":"r","key":"x","value":"1"}]}],
                   "edges":[
                    {"from":0,"to":1,"kind":"so","why":"session 0 ran T1 after T0"},
                    {"from":1,"to":0,"kind":"co","key":"x",
                     "why":"T2 reads x=1 from T0 after it has seen T1, which also writes x",
                     "because":[{"from":1,"to":2,"kind":"wr","key":"y","why":"T2 read y=2, which T1 wrote"}]}]}]}],
                 "stats":{"sessions":3,"transactions":4,"aborted":1,"indeterminate":0,"operations":9,"keys":3,"readsOfOthers":2},
                 "millis":{"read":12,"check":3}}
                """,
                        ""),
                VerdictData.json(Samples.fractured()));
    }

    @Test
    void theSameInEdn() {
        assertEquals(
                line(
                        """
                {:file "h.txt" :level :read-atomic :order :session :valid false
                 :anomalies [{:type :fractured-read :tap :k :level :read-atomic :count 2
                 :witnesses [{:cause "T2 (session alice) saw half of T1 (session 0): it saw T1's y=2, but read x=1, which is older than T1's x=2"
                 :transactions
                 [{:id 0 :session 0 :status :committed :operations [{:index 0 :f :w :key x :value 1}]}
                 {:id 1 :session 0 :status :committed :operations
                 [{:index 1 :f :w :key x :value 2} {:index 2 :f :w :key y :value 2}]}
                 {:id 2 :session alice :status :committed :operations
                 [{:index 1 :f :r :key y :value 2} {:index 2 :f :r :key x :value 1}]}]
                 :edges [{:from 0 :to 1 :kind :so :why "session 0 ran T1 after T0"}
                 {:from 1 :to 0 :kind :co :key x
                 :why "T2 reads x=1 from T0 after it has seen T1, which also writes x"
                 :because [{:from 1 :to 2 :kind :wr :key y :why "T2 read y=2, which T1 wrote"}]}]}]}]
                 :stats {:sessions 3 :transactions 4 :aborted 1 :indeterminate 0 :operations 9 :keys 3 :readsOfOthers 2}
                 :millis {:read 12 :check 3}}
                """,
                        " "),
                VerdictData.edn(Samples.fractured()));
    }

    @Test
    void listsStoriesAndCountsThatStopped() {
        assertEquals(
                line(
                        """
                {"file":"lists.edn","level":"causal","order":"none","valid":false,"anomalies":[
                 {"type":"incompatible-order","level":"read-uncommitted","count":1,"witnesses":[
                  {"cause":"T1 (session 1) read :k=[… 5 6 | 7 8] and T2 (session 2) read :k=[… 5 6 | 8 7]: neither is a prefix of the other",
                   "transactions":[
                    {"id":1,"session":"1","status":"committed","operations":[
                      {"index":0,"f":"r","key":":k","value":["1","2","3","4","5","6","7","8"]}]},
                    {"id":2,"session":"2","status":"committed","operations":[
                      {"index":0,"f":"r","key":":k","value":["1","2","3","4","5","6","8","7"]}]}],
                   "edges":[],
                   "why":"T1 (session 1) read :k=[… 5 6 | 7 8] and T2 (session 2) read :k=[… 5 6 | 8 7]: neither is a prefix of the other"}]},
                 {"type":"thin-air-read","tap":"a","level":"read-committed","count":1000,"exact":false,"witnesses":[
                  {"cause":"T1 (session 1) read :k=[… 3 4 5 …], and nobody appended 4",
                   "transactions":[{"id":1,"session":"1","status":"committed","operations":[
                      {"index":0,"f":"r","key":":k","value":["1","2","3","4","5","6","7","8"]}]}],
                   "edges":[],"why":"T1 (session 1) read :k=[… 3 4 5 …], and nobody appended 4"},
                  {"cause":"T2 (session 2) read :k=[… 3 4 5 …], and nobody appended 4",
                   "transactions":[{"id":2,"session":"2","status":"committed","operations":[
                      {"index":0,"f":"r","key":":k","value":["1","2","3","4","5","6","8","7"]}]}],
                   "edges":[],"why":"T2 (session 2) read :k=[… 3 4 5 …], and nobody appended 4"}]}],
                 "stats":{"sessions":3,"transactions":3,"aborted":0,"indeterminate":0,"operations":6,"keys":2,"readsOfOthers":0},
                 "millis":{"read":1,"check":0}}
                """,
                        ""),
                VerdictData.json(Samples.listReads()).lines().findFirst().orElseThrow() + "\n");
    }

    @Test
    void answersAreTrueOrUnknownWithTheCause() {
        String rest =
                """
                "anomalies":[],\
                "stats":{"sessions":2,"transactions":3,"aborted":0,"indeterminate":1,"operations":4,"keys":2,"readsOfOthers":1},\
                "millis":{"read":4,"check":2}}
                """;
        assertEquals(
                "{\"file\":\"a.txt\",\"level\":\"causal\",\"order\":\"session\",\"valid\":true," + rest
                        + "{\"file\":\"a.txt\",\"level\":\"snapshot-isolation\",\"order\":\"session\",\"valid\":true,"
                        + rest
                        + "{\"file\":\"a.txt\",\"level\":\"strict-serializable\",\"order\":\"real-time\",\"valid\":\"unknown\","
                        + "\"why\":\"the history has no real time\"," + rest,
                VerdictData.json(Samples.answers()));
    }

    @Test
    void timesAreToldWhereTheHistoryTellsThem() {
        String json = VerdictData.json(Samples.realTime());
        assertTrue(json.contains("\"status\":\"committed\",\"invocation\":1,\"completion\":3,\"operations\""), json);
        assertTrue(json.contains("\"status\":\"indeterminate\",\"invocation\":0,\"operations\""), json);
    }

    @Test
    void bothWaysToOrderWrites() {
        String json = VerdictData.json(Samples.unorderable());
        assertEquals(2, json.split("\"kind\":\"rw\"", -1).length - 1, json);
        assertEquals(
                line(
                                """
                "alternative":[{"from":0,"to":2,"kind":"wr","key":"x","why":"T2 read x=1, which T0 wrote"},
                {"from":2,"to":3,"kind":"so","why":"session 2 ran T3 after T2"},
                {"from":3,"to":0,"kind":"rw","key":"x","why":"T3 read x=2 and did not see T0's x=1",
                "because":[{"from":1,"to":0,"kind":"ww","key":"x","why":"T1's x=2 comes before T0's x=1"}]}]}]}]
                """,
                                "")
                        .strip(),
                json.substring(json.indexOf("\"alternative\""), json.indexOf(",\"stats\"")));
    }

    private static String line(String block, String between) {
        return String.join(between, block.lines().map(String::strip).toList()) + "\n";
    }
}
