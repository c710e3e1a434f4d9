package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import minos.history.History;
import minos.history.Model;
import org.junit.jupiter.api.Test;

class HistoriesTest {
    @Test
    void whatIsWrittenIsShown() {
        List<String> registers = List.of("0: w(x,1) r(y,nil)", "1! w(x,2)", "1? w(x,3) r(y,?)", "a:");
        History history = Histories.of(registers.toArray(String[]::new));
        assertEquals(registers, Histories.show(history));
        assertEquals(Model.RW_REGISTER, history.model());
        assertEquals(3, history.sessions());
        assertFalse(history.hasRealTime());

        String lists = "0: append(x,1) @0-2\n1: r(x,[1 :b]) r(y,nil) @1-3\n0? append(x,:b) @4-";
        history = Histories.of(lists);
        assertEquals(List.of(lists.split("\n")), Histories.show(history));
        assertEquals(Model.LIST_APPEND, history.model());
        assertEquals(Model.LWT, Histories.of(Model.LWT, "0: w(x,1)").model());
    }

    @Test
    void mistakesAreRefused() {
        for (String wrong : List.of(
                "w(x,1)",
                "0: w(x,1",
                "0: x(y,1)",
                "0: w(x,1) w",
                "0: w(x,1) @3-",
                "0: w(x,1) @0-9\n0: w(x,2) @3-4",
                "0: w(x,1) @5-3")) {
            assertThrows(IllegalArgumentException.class, () -> Histories.of(wrong), wrong);
        }
    }
}
