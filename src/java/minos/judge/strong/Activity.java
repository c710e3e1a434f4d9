package minos.judge.strong;

import java.util.Arrays;

/** Questions to try, by how often conflicts were about them lately: a binary heap. */
final class Activity {
    private static final int NONE = -1;
    /** How much more each conflict counts than the one before. */
    private static final double GROWTH = 1 / 0.95;

    private double[] score = new double[0];
    private int[] heap = new int[0];
    private int[] place = new int[0];
    private int count;
    private double step = 1;

    /** There are more questions now; none of the new ones is to be tried yet. */
    void grow(int from, int to) {
        if (to > score.length) {
            int capacity = Math.max(to, score.length * 2);
            score = Arrays.copyOf(score, capacity);
            heap = Arrays.copyOf(heap, capacity);
            place = Arrays.copyOf(place, capacity);
        }
        Arrays.fill(place, from, to, NONE);
    }

    void offer(int question) {
        if (place[question] != NONE) return;
        place[question] = count;
        heap[count++] = question;
        up(place[question]);
    }

    int poll() {
        if (count == 0) return NONE;
        int top = heap[0];
        place[top] = NONE;
        if (--count > 0) {
            heap[0] = heap[count];
            place[heap[0]] = 0;
            down(0);
        }
        return top;
    }

    void bump(int question) {
        score[question] += step;
        if (score[question] > 1e100) {
            for (int i = 0; i < score.length; i++) score[i] *= 1e-100;
            step *= 1e-100;
        }
        if (place[question] != NONE) up(place[question]);
    }

    void decay() {
        step *= GROWTH;
    }

    private void up(int at) {
        int question = heap[at];
        while (at > 0 && score[heap[(at - 1) >> 1]] < score[question]) {
            heap[at] = heap[(at - 1) >> 1];
            place[heap[at]] = at;
            at = (at - 1) >> 1;
        }
        heap[at] = question;
        place[question] = at;
    }

    private void down(int at) {
        int question = heap[at];
        while (at * 2 + 1 < count) {
            int child = at * 2 + 1;
            if (child + 1 < count && score[heap[child + 1]] > score[heap[child]]) child++;
            if (score[heap[child]] <= score[question]) break;
            heap[at] = heap[child];
            place[heap[at]] = at;
            at = child;
        }
        heap[at] = question;
        place[question] = at;
    }
}
