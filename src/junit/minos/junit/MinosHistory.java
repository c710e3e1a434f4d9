package minos.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import minos.history.Model;
import minos.model.Level;
import minos.model.Order;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Each test gets a {@link minos.Recording} as a parameter, and fails if what it recorded violates a level, with the counterexample as
 * its message:
 * <pre>
 * &#64;Test
 * &#64;MinosHistory(Level.SNAPSHOT_ISOLATION)
 * void transfersKeepAllUpdates(Recording recording) {
 *     Bank bank = new Bank(RecordedDataSource.of(dataSource, recording));
 *     …
 * }
 * </pre>
 * It also fails if a level is unknown: nothing was recorded that could have gone wrong, or the time was up. Where the test fails by itself, a
 * counterexample is added to its failure as suppressed.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MinosExtension.class)
public @interface MinosHistory {
    /**
     * What is promised.
     *
     * @return the levels, at least one
     */
    Level[] value();

    /**
     * Which order between transactions counts.
     *
     * @return that of the sessions by default
     */
    Order order() default Order.SESSION;

    /**
     * What the keys hold.
     *
     * @return registers by default, which is what a {@link minos.jdbc.RecordedDataSource} records
     */
    Model model() default Model.RW_REGISTER;

    /**
     * How long judging may take.
     *
     * @return in seconds
     */
    int timeout() default 60;
}
