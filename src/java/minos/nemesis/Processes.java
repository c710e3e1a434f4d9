package minos.nemesis;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Processes on this machine, each with all that it has started: paused, or killed and started again. */
public final class Processes {
    private static final int GRACE = 10;

    private Processes() {}

    /** A process, by whatever it is known. */
    public interface Target {
        /** What it is called. */
        String name();

        /** Whether there is one now, and which. */
        ProcessHandle find() throws IOException;

        /** Starts it again, after it was killed. */
        void restart() throws IOException, InterruptedException;
    }

    /**
     * One that was there before.
     *
     * @param place   its number, or a file that begins with it
     * @param command what starts it again; null if it is never killed
     */
    public record Known(String place, String command) implements Target {
        @Override
        public String name() {
            return "";
        }

        @Override
        public ProcessHandle find() throws IOException {
            String number = place.matches("[0-9]+")
                    ? place
                    : Files.readString(Path.of(place))
                            .lines()
                            .findFirst()
                            .orElse("")
                            .strip();
            if (!number.matches("[0-9]{1,10}"))
                throw new IOException(place + " does not begin with the number of a process");
            return ProcessHandle.of(Long.parseLong(number))
                    .orElseThrow(() -> new IOException("there is no process " + number));
        }

        @Override
        public void restart() throws IOException, InterruptedException {
            Commands.run(command);
        }
    }

    /** One that Minos starts itself, and ends. */
    public static final class Server implements Target, AutoCloseable {
        private final String name;
        private final String command;
        private final Path log;
        private Process process;

        /** @param log gets what it prints */
        public Server(String name, String command, Path log) {
            this.name = name;
            this.command = command;
            this.log = log;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public ProcessHandle find() throws IOException {
            if (process == null || !process.isAlive())
                throw new IOException("the server " + name + " has ended: see " + log);
            return process.toHandle();
        }

        @Override
        public void restart() throws IOException {
            process = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
        }

        /** Asks it to end, and ends it if it does not. */
        @Override
        public void close() {
            if (process == null) return;
            List<ProcessHandle> all = tree(process.toHandle());
            all.forEach(ProcessHandle::destroy);
            try {
                for (ProcessHandle handle : all) handle.onExit().get(GRACE, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                // then by force
            }
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** A process with all that it has started. */
    private static List<ProcessHandle> tree(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants()).toList();
    }

    private static void signal(String signal, List<ProcessHandle> processes) throws IOException, InterruptedException {
        String numbers = processes.stream().map(p -> "" + p.pid()).collect(Collectors.joining(" "));
        Commands.run("kill -" + signal + " " + numbers);
    }

    private static <T> T oneOf(List<T> all, SplittableRandom random) {
        return all.get(random.nextInt(all.size()));
    }

    /** Stops one of them for a while, with all its connections open. */
    public static final class Pause implements Nemesis {
        private final List<Target> targets;
        private List<ProcessHandle> paused = List.of();

        public Pause(List<? extends Target> targets) {
            this.targets = List.copyOf(targets);
        }

        @Override
        public String begins() {
            return "pause";
        }

        @Override
        public String ends() {
            return "resume";
        }

        @Override
        public String begin(SplittableRandom random) throws IOException, InterruptedException {
            Target target = oneOf(targets, random);
            paused = tree(target.find());
            signal("STOP", paused);
            return target.name();
        }

        @Override
        public void end() throws IOException, InterruptedException {
            List<ProcessHandle> left =
                    paused.stream().filter(ProcessHandle::isAlive).toList();
            paused = List.of();
            if (!left.isEmpty()) signal("CONT", left);
        }
    }

    /** Ends one of them without a warning, and starts it again. */
    public static final class Kill implements Nemesis {
        private final List<Target> targets;
        private final List<Target> killed = new ArrayList<>();

        public Kill(List<? extends Target> targets) {
            this.targets = List.copyOf(targets);
        }

        @Override
        public String begins() {
            return "kill";
        }

        @Override
        public String ends() {
            return "start";
        }

        @Override
        public String begin(SplittableRandom random) throws IOException, InterruptedException {
            Target target = oneOf(targets, random);
            List<ProcessHandle> all = tree(target.find());
            killed.add(target);
            signal("KILL", all);
            for (ProcessHandle handle : all) {
                try {
                    handle.onExit().get(GRACE, TimeUnit.SECONDS);
                } catch (ExecutionException | TimeoutException e) {
                    throw new IOException("process " + handle.pid() + " survives", e);
                }
            }
            return target.name();
        }

        @Override
        public void end() throws IOException, InterruptedException {
            List<Target> again = List.copyOf(killed);
            killed.clear();
            for (Target target : again) target.restart();
        }
    }
}
