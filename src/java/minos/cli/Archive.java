package minos.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import minos.Judgement;
import minos.Listener;
import minos.Question;
import minos.Source;
import minos.io.HistoryFiles;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;

/** The files that a user named, with those below folders; judged several at a time, as most of them are small, and summed up. */
final class Archive {
    /** What to do with a file that has been judged, or not; false to go on with no other. */
    interface Told {
        boolean tell(String file, Judgement judgement, Optional<Throwable> failure);
    }

    private final List<String> files;
    private final boolean one;
    private final Map<Level, int[]> answers = new EnumMap<>(Level.class);
    private int judged;
    private int unread;

    private Archive(List<String> files, boolean one) {
        this.files = files;
        this.one = one;
    }

    /** Folders that are no histories give way to the histories below them. */
    static Archive of(List<String> named) {
        List<String> files = new ArrayList<>();
        boolean one = false;
        for (String name : named) {
            List<Path> below = below(name);
            one |= !below.isEmpty();
            if (below.isEmpty()) files.add(name);
            for (Path file : below) files.add(file.toString());
        }
        return new Archive(files, one);
    }

    private static List<Path> below(String name) {
        try {
            return !name.equals("-") && Files.isDirectory(Path.of(name))
                    ? HistoryFiles.below(Path.of(name))
                    : List.of();
        } catch (IOException | InvalidPathException e) {
            return List.of(); // whoever reads it will say why it cannot
        }
    }

    List<String> files() {
        return files;
    }

    /** Whether there is a folder of histories among what was named. */
    boolean isOne() {
        return one;
    }

    /** Judges all files, a thread each, and tells of them in their order. */
    void judge(Question question, Function<String, Source> sources, Told told) {
        int threads = question.threadCount();
        Question single = question.threads(1).listener(Listener.NONE);
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "archive");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Deque<Future<Judgement>> ahead = new ArrayDeque<>();
            int next = 0;
            for (String file : files) {
                for (; next < files.size() && ahead.size() < 4 * threads; next++) {
                    String later = files.get(next);
                    ahead.add(pool.submit(() -> single.judge(later, sources.apply(later))));
                }
                if (!await(file, ahead.remove(), told)) break;
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private boolean await(String file, Future<Judgement> future, Told told) {
        try {
            Judgement judgement = future.get();
            judged++;
            for (Verdict verdict : judgement.verdicts()) {
                if (verdict.isClaim()) continue; // told in the history's own line
                answers.computeIfAbsent(verdict.level(), level -> new int[Answer.values().length])[
                        verdict.answer().ordinal()]++;
            }
            return told.tell(file, judgement, Optional.empty());
        } catch (ExecutionException e) {
            unread++;
            return told.tell(file, null, Optional.of(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** For each level, of how many histories it holds. */
    String summary() {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"level", "holds", "violated", "unknown"});
        answers.forEach((level, count) -> rows.add(new String[] {
            level.text(),
            "" + count[Answer.TRUE.ordinal()],
            "" + count[Answer.FALSE.ordinal()],
            "" + count[Answer.UNKNOWN.ordinal()]
        }));
        int wide = rows.stream().mapToInt(row -> row[0].length()).max().orElse(0);
        StringBuilder out =
                new StringBuilder("\n").append(judged).append(judged == 1 ? " history judged" : " histories judged");
        if (unread > 0) out.append(", ").append(unread).append(" could not be read");
        out.append('\n');
        if (answers.isEmpty()) return out.toString();
        for (String[] row : rows) {
            out.append("  ").append(row[0]).append(" ".repeat(wide - row[0].length()));
            for (int i = 1; i < row.length; i++)
                out.append(" ".repeat(10 - row[i].length())).append(row[i]);
            out.append('\n');
        }
        return out.toString();
    }
}
