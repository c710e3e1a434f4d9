package minos.infer;

import java.util.OptionalInt;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Violation;

/** {@link Reads} of registers: a read after an own write is internal, and must return that write. */
final class RegisterReads extends Reads {
    RegisterReads(Relations relations, Findings findings) {
        super(relations, null, findings);
    }

    @Override
    void read(int t, int op) {
        int version = history.version(op);
        int own = lastOwn();
        if (own != Relations.NONE && history.version(own) == version) return;
        int origin = version == History.INITIAL ? History.INITIAL : writer[version];
        if (origin == Writers.NONE) {
            findings.add(AnomalyType.THIN_AIR_READ, () -> new Violation.ThinAirRead(op, version));
        } else if (origin == t) {
            int write = write(t, version);
            if (write > op) findings.add(AnomalyType.FUTURE_READ, () -> new Violation.FutureRead(op, write));
            else findings.add(AnomalyType.NOT_MY_LAST_WRITE, () -> new Violation.NotMyLastWrite(own, op, write));
        } else if (origin != History.INITIAL && isAborted(origin)) {
            findings.add(AnomalyType.ABORTED_READ, () -> new Violation.AbortedRead(op, write(origin, version)));
            if (own == Relations.NONE) external(t, op, version);
        } else if (own != Relations.NONE) {
            findings.add(
                    AnomalyType.NOT_MY_OWN_WRITE,
                    () -> new Violation.NotMyOwnWrite(
                            own,
                            op,
                            origin == History.INITIAL ? OptionalInt.empty() : OptionalInt.of(write(origin, version))));
        } else {
            external(t, op, version);
        }
    }
}
