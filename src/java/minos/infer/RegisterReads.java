package minos.infer;

import minos.history.History;
import minos.model.AnomalyType;

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
            report(AnomalyType.THIN_AIR_READ, version, op);
        } else if (origin == t) {
            int write = write(t, version);
            if (write > op) report(AnomalyType.FUTURE_READ, version, op, write);
            else report(AnomalyType.NOT_MY_LAST_WRITE, version, own, op, write);
        } else if (origin != History.INITIAL && isAborted(origin)) {
            report(AnomalyType.ABORTED_READ, version, op, write(origin, version));
            if (own == Relations.NONE) external(t, op, version);
        } else if (own != Relations.NONE) {
            if (origin == History.INITIAL) report(AnomalyType.NOT_MY_OWN_WRITE, version, own, op);
            else report(AnomalyType.NOT_MY_OWN_WRITE, version, own, op, write(origin, version));
        } else {
            external(t, op, version);
        }
    }
}
