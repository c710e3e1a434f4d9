package minos.io;

import grid.Histories;
import minos.history.History;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From a file's bytes to a history, by one thread. */
@State(Scope.Benchmark)
@OperationsPerInvocation(Histories.OPERATIONS)
public class ReadingKernels {
    @Param({"GENERAL", "MINI", "REGISTERS", "LISTS"})
    public Histories history;

    @Benchmark
    public History read() {
        return history.read();
    }
}
