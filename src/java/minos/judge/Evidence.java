package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import minos.history.Excerpt;
import minos.history.History;
import minos.history.Participation;
import minos.history.Status;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Anomaly;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.Minimum;

/**
 * Makes witnesses complete in themselves: adds the operations that their edges rest on, until what is shown, taken alone as a
 * history, violates the level. What an edge rests on is mostly plain: what a read was from, the appends that a list counts, the
 * read that makes a write the next version, a read that shows that an indeterminate transaction committed. Whether it is all is
 * asked of the judge; if not, more of the neighbourhood is added, as long as it takes, and what is not needed of that goes again.
 */
final class Evidence {
    private final Relations relations;
    private final History history;
    private final Options options;
    private final IdentityHashMap<Violation, Violation> completed = new IdentityHashMap<>();
    private Excerpt excerpt;

    Evidence(Relations relations, Options options) {
        this.relations = relations;
        this.history = relations.history();
        this.options = options;
    }

    /** The verdict with witnesses that are complete, as far as the time allows. */
    Verdict complete(Verdict verdict) {
        if (verdict.answer() != Verdict.Answer.FALSE) return verdict;
        List<Anomaly> anomalies = new ArrayList<>();
        for (Anomaly anomaly : verdict.anomalies()) {
            List<Violation> witnesses = new ArrayList<>();
            for (Violation witness : anomaly.witnesses()) {
                witnesses.add(completed.computeIfAbsent(witness, any -> complete(witness, verdict)));
            }
            anomalies.add(new Anomaly(anomaly.type(), anomaly.count(), anomaly.exact(), witnesses));
        }
        return Verdict.violated(verdict.level(), verdict.order(), anomalies);
    }

    /** Contradictions of a claim, each with what its edges rest on: with that, the times tell it all. */
    List<Anomaly> ofClaim(List<Anomaly> contradictions) {
        if (excerpt == null) excerpt = new Excerpt(history);
        List<Anomaly> anomalies = new ArrayList<>();
        for (Anomaly anomaly : contradictions) {
            List<Violation> witnesses = new ArrayList<>();
            for (Violation witness : anomaly.witnesses()) {
                Shown shown = new Shown(witness);
                shown.close();
                witnesses.add(shown.besides(witness));
            }
            anomalies.add(new Anomaly(anomaly.type(), anomaly.count(), anomaly.exact(), witnesses));
        }
        return anomalies;
    }

    private Violation complete(Violation witness, Verdict verdict) {
        if (witness.cycles().isEmpty() && witness.transactions().isEmpty()) return witness;
        if (excerpt == null) excerpt = new Excerpt(history);
        Level level = witness instanceof Violation.Unorderable
                ? witness.level()
                : witness.type().rulesOut();
        try {
            return complete(
                    witness,
                    new Requirement(verdict.level().implies(level) ? level : verdict.level(), verdict.order()));
        } catch (Deadline.Expired e) {
            return witness;
        }
    }

    private Violation complete(Violation witness, Requirement broken) {
        Shown shown = new Shown(witness);
        shown.close();
        if (!shown.violates(broken)) {
            shown.nextVersions(witness);
            shown.close();
        }
        if (!shown.violates(broken)) {
            Shown more = new Shown(shown);
            for (int round = 0; round < 4 && !more.violates(broken); round++) more.grow(round);
            if (!more.violates(broken)) return witness;
            shown = shown.with(more, broken);
        }
        return shown.besides(witness);
    }

    /** What is shown: some transactions, with some of their operations. */
    private final class Shown {
        private final BitSet transactions = new BitSet();
        private final BitSet operations = new BitSet();
        /** Those whose grounds are still to be added. */
        private final Deque<Integer> open = new ArrayDeque<>();

        Shown(Violation witness) {
            add(witness);
        }

        Shown(Shown other) {
            transactions.or(other.transactions);
            other.operations.stream().forEach(this::operation);
        }

        /** The witness with what is shown besides it. */
        Violation besides(Violation witness) {
            BitSet named = new Shown(witness).operations;
            List<Integer> grounds =
                    operations.stream().filter(op -> !named.get(op)).boxed().toList();
            return grounds.isEmpty() ? witness : witness.with(grounds);
        }

        private void add(Violation witness) {
            witness.transactions().forEach(this::whole);
            witness.operations().forEach(this::operation);
            edges(witness, edge -> {
                if (edge.from() >= 0) transactions.set(edge.from());
                if (edge.to() >= 0) transactions.set(edge.to());
                edge.fromOperation().ifPresent(this::operation);
                edge.toOperation().ifPresent(this::operation);
                edge.shownBy().ifPresent(this::operation);
            });
        }

        private void operation(int op) {
            if (operations.get(op)) return;
            transactions.set(history.transactionOf(op));
            operations.set(op);
            open.add(op);
        }

        private void whole(int t) {
            transactions.set(t);
            for (int op = history.begin(t); op < history.end(t); op++) operation(op);
        }

        /** Whether this alone breaks the requirement. */
        boolean violates(Requirement broken) {
            BitSet without = new BitSet();
            for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
                without.set(history.begin(t), history.end(t));
            }
            without.andNot(operations);
            return Judge.isViolated(excerpt.of(transactions.stream().toArray(), without), broken, options.toTell());
        }

        /** Adds what makes writes the next versions of what others read. */
        void nextVersions(Violation witness) {
            edges(witness, edge -> {
                if (edge instanceof Edge.AntiDependency missed) sameRead(missed);
            });
        }

        /** If the writer had read the same version, that is what makes its write the next. */
        private void sameRead(Edge.AntiDependency missed) {
            int seen = externalVersion(missed.read());
            if (seen < 0) return; // all writes come after the initial version
            for (int op = history.begin(missed.to()); op < history.end(missed.to()); op++) {
                if (history.key(op) == missed.key() && relations.hasSource(op) && externalVersion(op) == seen) {
                    operation(op);
                    return;
                }
            }
        }

        private int externalVersion(int read) {
            return relations.hasSource(read) ? relations.externalVersion(read) : NONE;
        }

        /** Adds what reads were from and indeterminate transactions were seen by, until nothing is missing. */
        void close() {
            do {
                while (!open.isEmpty()) reads(open.pop());
                proofs();
            } while (!open.isEmpty());
        }

        private void reads(int op) {
            int version = history.version(op);
            if (history.isWrite(op) || version == History.UNKNOWN) return;
            if (!history.isList()) {
                write(version);
                return;
            }
            int t = history.transactionOf(op);
            for (int own = history.begin(t); own < op; own++) {
                if (history.isWrite(own) && history.key(own) == history.key(op)) operation(own);
            }
            if (history.length(op) == 0) return;
            write(history.element(op, history.length(op) - 1));
            write(excerpt.source(t, op));
            if (history.hasIsolation()) levels(op);
        }

        /** Adds those elements of a list without which an excerpt cannot say what the levels of their transactions allow. */
        private void levels(int listRead) {
            Optional<String> next = Optional.empty();
            for (int i = history.length(listRead) - 1; i >= 0; i--) {
                int element = history.element(listRead, i);
                Optional<String> level = excerpt.level(element);
                if (level.equals(next) && !isShown(element)) continue;
                write(element);
                next = level;
            }
        }

        private boolean isShown(int version) {
            return excerpt.write(version) >= 0 && operations.get(excerpt.write(version));
        }

        private void write(int version) {
            if (version >= 0 && excerpt.write(version) >= 0) operation(excerpt.write(version));
        }

        /** For each indeterminate transaction a read that shows it, unless there is one by what is proved to count itself. */
        private void proofs() {
            BitSet unproved = new BitSet();
            for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
                if (history.status(t) == Status.INDETERMINATE) unproved.set(t);
            }
            if (unproved.isEmpty()) return;
            int before;
            do { // two that read each other prove nothing
                before = unproved.cardinality();
                operations.stream()
                        .filter(op -> !unproved.get(history.transactionOf(op)))
                        .forEach(op -> seen(op, unproved, false));
            } while (unproved.cardinality() < before);
            for (int t = 0; t < history.transactions() && !unproved.isEmpty(); t++) {
                if (!relations.participates(t) || unproved.get(t)) continue;
                for (int op = history.begin(t); op < history.end(t); op++) seen(op, unproved, true);
            }
        }

        /** Strikes those off whose writes a read shows; with {@code add}, adds the read then. */
        private void seen(int op, BitSet unproved, boolean add) {
            int version = history.version(op);
            if (history.isWrite(op) || version == History.UNKNOWN || version == History.INITIAL) return;
            if (!history.isList()) seen(op, version, unproved, add);
            else for (int i = 0; i < history.length(op); i++) seen(op, history.element(op, i), unproved, add);
        }

        private void seen(int op, int version, BitSet unproved, boolean add) {
            int writer = relations.writer(version);
            if (writer < 0 || writer == history.transactionOf(op) || !unproved.get(writer)) return;
            if (!add && !operations.get(excerpt.write(version)) || Participation.isInternal(history, op)) return;
            unproved.clear(writer);
            if (!add) return;
            operation(op);
            write(version);
        }

        /** Adds more of the neighbourhood: what shows each write, then all that the transactions did and read from. */
        void grow(int round) {
            if (round == 0 && history.isList()) {
                for (int op : operations.stream().toArray()) {
                    int place = history.isWrite(op) ? history.position(history.version(op)) : NONE;
                    int read = place < 0 ? NONE : relations.readShowing(history.key(op), place);
                    if (read >= 0) operation(read);
                }
            } else {
                for (int t : transactions.stream().toArray()) whole(t);
            }
            close();
        }

        /** This, with as little of {@code more} as it takes. */
        Shown with(Shown more, Requirement broken) {
            int[] added =
                    more.operations.stream().filter(op -> !operations.get(op)).toArray();
            int[] needed = Minimum.of(added, fewer -> plus(fewer).violates(broken));
            return plus(needed);
        }

        private Shown plus(int[] more) {
            Shown all = new Shown(this);
            Arrays.stream(more).forEach(all::operation);
            return all;
        }
    }

    private static void edges(Violation witness, Consumer<Edge> told) {
        Deque<Edge> open = new ArrayDeque<>();
        witness.cycles().forEach(open::addAll);
        while (!open.isEmpty()) {
            Edge edge = open.pop();
            told.accept(edge);
            edge.because().forEach(open::push);
        }
    }
}
