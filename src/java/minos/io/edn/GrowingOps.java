package minos.io.edn;

import java.util.Iterator;
import minos.history.GrowingHistory;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
import minos.history.Origin;
import minos.io.ReadOptions;

/**
 * Jepsen's operations in memory, as they happen: what {@link MemoryReader} is for those of a test that is over. For one thread at a
 * time.
 */
public final class GrowingOps {
    private final OpFlattener flattener;
    private final OpAssembler assembler;
    private final GrowingHistory history;
    private int count;

    /** @param origin is asked for places in the order of the operations, from 0 on */
    public GrowingOps(MemoryReader.Language language, ReadOptions options, Origin origin) {
        OpFlattener.Vocabulary vocabulary = new OpFlattener.Vocabulary(language);
        boolean singles = OpAssembler.hasSingles(options.model());
        flattener = new OpFlattener(vocabulary, singles);
        OpFlattener later = new OpFlattener(vocabulary, singles);
        assembler = new OpAssembler(options.model().orElse(null), true, later::transaction, true);
        history = assembler.grown(() -> origin, options.initial().orElse(InitialValues.EXPLICIT));
    }

    public GrowingHistory history() {
        return history;
    }

    /** Takes in the operations that happened since; a {@link MalformedEdn} says why it cannot. */
    public void add(Iterator<?> operations) {
        try {
            while (operations.hasNext()) {
                flattener.clear();
                flattener.add(operations.next(), count++);
                assembler.add(flattener.buffer());
            }
        } catch (MalformedHistory e) {
            throw new MalformedEdn(assembler.place(), e.getMessage());
        }
    }

    /** Nothing more will happen. */
    public void end() {
        assembler.end();
    }
}
