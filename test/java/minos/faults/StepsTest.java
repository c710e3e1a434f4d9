package minos.faults;

import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever works long asks its deadline: no loop goes on for long without, whatever is read and judged. */
class StepsTest {
    @ParameterizedTest
    @EnumSource
    void betweenTwoLooksAtTheDeadline(Work work) throws Throwable {
        Class<?> counted = new Steps().loadClass(Work.class.getName());
        try {
            counted.getMethod("run").invoke(counted.getField(work.name()).get(null));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
