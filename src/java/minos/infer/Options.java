package minos.infer;

import minos.model.Order;
import minos.util.Deadline;
import minos.util.Progress;

/** How to judge: as {@link #DEFAULT} says, with the changes asked for. */
public final class Options implements Cloneable {
    public static final Options DEFAULT = new Options();

    private Order order = Order.SESSION;
    private boolean all = false;
    private int maxWitnesses = 1;
    private boolean certificate = false;
    private int threads = Runtime.getRuntime().availableProcessors();
    private Deadline deadline = Deadline.NEVER;
    private Deadline telling = Deadline.NEVER;
    private Progress progress = Progress.NONE;
    private Assumptions assumptions = Assumptions.NONE;
    private boolean allowNegative = false;

    private Options() {}

    private Options copy() {
        try {
            return (Options) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public Order order() {
        return order;
    }

    /** Every anomaly type up to the level asked for, with counts; otherwise only those at the lowest violated level. */
    public boolean all() {
        return all;
    }

    /** How many witnesses to keep for each type. */
    public int maxWitnesses() {
        return maxWitnesses;
    }

    /** Whether a level that holds comes with the commit order that proves it. */
    public boolean certificate() {
        return certificate;
    }

    /** How many threads to use. */
    public int threads() {
        return threads;
    }

    /** Until when to decide. */
    public Deadline deadline() {
        return deadline;
    }

    /** Until when to look for more violations and shorter witnesses once a level is known to be violated; ends no later than {@code deadline}. */
    public Deadline telling() {
        return telling;
    }

    public Progress progress() {
        return progress;
    }

    /** What is taken for granted about version orders. */
    public Assumptions assumptions() {
        return assumptions;
    }

    /** Whether a bank's accounts may be overdrawn. */
    public boolean allowNegative() {
        return allowNegative;
    }

    public Options with(Order order) {
        Options changed = copy();
        changed.order = order;
        return changed;
    }

    public Options withAll(boolean all) {
        Options changed = copy();
        changed.all = all;
        return changed;
    }

    public Options withMaxWitnesses(int maxWitnesses) {
        Options changed = copy();
        changed.maxWitnesses = maxWitnesses;
        return changed;
    }

    public Options withCertificate(boolean certificate) {
        Options changed = copy();
        changed.certificate = certificate;
        return changed;
    }

    public Options withThreads(int threads) {
        Options changed = copy();
        changed.threads = threads;
        return changed;
    }

    /** With that much time to decide, and no less to tell. */
    public Options with(Deadline deadline) {
        return with(deadline, deadline);
    }

    public Options with(Deadline deadline, Deadline telling) {
        Options changed = copy();
        changed.deadline = deadline;
        changed.telling = telling;
        return changed;
    }

    /** For what is decided only to tell of a violation. */
    public Options toTell() {
        return with(telling, telling);
    }

    public Options with(Progress progress) {
        Options changed = copy();
        changed.progress = progress;
        return changed;
    }

    public Options with(Assumptions assumptions) {
        Options changed = copy();
        changed.assumptions = assumptions;
        return changed;
    }

    public Options withAllowNegative(boolean allowNegative) {
        Options changed = copy();
        changed.allowNegative = allowNegative;
        return changed;
    }
}
