package minos.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** What makes a violation more or less damning. */
record Weight(int transactions, Order order, int inferred) implements Comparable<Weight> {
    static Weight of(Violation violation) {
        Set<Integer> transactions = new HashSet<>(violation.transactions());
        Order order = violation instanceof Violation.NonLinearizable ? Order.REAL_TIME : Order.NONE;
        int inferred = 0;
        Deque<Edge> open = new ArrayDeque<>();
        violation.cycles().forEach(open::addAll);
        while (!open.isEmpty()) {
            Edge edge = open.pop();
            transactions.add(edge.from());
            transactions.add(edge.to());
            if (edge.kind() == Edge.Kind.RT) order = Order.REAL_TIME;
            if (edge.kind() == Edge.Kind.SO && edge.from() >= 0 && order == Order.NONE) order = Order.SESSION;
            if (!edge.because().isEmpty()) inferred++;
            edge.because().forEach(open::push);
        }
        return new Weight(transactions.size(), order, inferred);
    }

    @Override
    public int compareTo(Weight other) {
        int difference = Integer.compare(transactions, other.transactions);
        if (difference == 0) difference = order.compareTo(other.order);
        return difference == 0 ? Integer.compare(inferred, other.inferred) : difference;
    }
}
