package minos.infer;

import minos.model.Order;
import minos.util.Deadline;
import minos.util.Progress;

/**
 * How to judge.
 *
 * @param all          every anomaly type up to the level asked for, with counts; otherwise only those at the lowest
 *                     violated level
 * @param maxWitnesses how many witnesses to keep for each type
 * @param certificate  whether a level that holds comes with the commit order that proves it
 * @param threads      how many threads to use
 * @param telling      until when to look for more violations and shorter witnesses once a level is known to be violated;
 *                     ends no later than {@code deadline}
 * @param assumptions  what is taken for granted about version orders
 * @param allowNegative whether a bank's accounts may be overdrawn
 */
public record Options(
        Order order,
        boolean all,
        int maxWitnesses,
        boolean certificate,
        int threads,
        Deadline deadline,
        Deadline telling,
        Progress progress,
        Assumptions assumptions,
        boolean allowNegative) {

    /** Without assumptions, for all but banks. */
    public Options(
            Order order,
            boolean all,
            int maxWitnesses,
            boolean certificate,
            int threads,
            Deadline deadline,
            Progress progress) {
        this(order, all, maxWitnesses, certificate, threads, deadline, deadline, progress, Assumptions.NONE, false);
    }

    public static final Options DEFAULT = new Options(
            Order.SESSION, false, 1, false, Runtime.getRuntime().availableProcessors(), Deadline.NEVER, Progress.NONE);

    public Options with(Order order) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }

    public Options withAll(boolean all) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }

    public Options withMaxWitnesses(int maxWitnesses) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }

    public Options withCertificate(boolean certificate) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }

    public Options withThreads(int threads) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }

    /** With that much time to decide, and no less to tell. */
    public Options with(Deadline deadline) {
        return with(deadline, deadline);
    }

    public Options with(Deadline deadline, Deadline telling) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }

    /** For what is decided only to tell of a violation. */
    public Options toTell() {
        return with(telling, telling);
    }

    public Options with(Progress progress) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }

    public Options with(Assumptions assumptions) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }

    public Options withAllowNegative(boolean allowNegative) {
        return new Options(
                order,
                all,
                maxWitnesses,
                certificate,
                threads,
                deadline,
                telling,
                progress,
                assumptions,
                allowNegative);
    }
}
