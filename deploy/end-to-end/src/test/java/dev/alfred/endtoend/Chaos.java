package dev.alfred.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptFiles.RunningStage;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.local.launcher.ServiceProcess;

/**
 * Strikes the running system at random, drawn by a seed, until it is closed; then all that it stopped goes on again. Each
 * blow is on record, so that what followed from it can be told from a fault.
 */
final class Chaos implements AutoCloseable {
    private static final Duration STANDS_WITHIN = Duration.ofMinutes(2);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    /** One of so many blows does not wait for the one before it to be over. */
    private static final int AT_ONCE = 5;

    private static final List<String> SERVICES =
            List.of("webhook-ingest", "mailbox-service", "run-orchestrator", "run-orchestrator-2", "session-store");

    /** What is done, and how often among all blows. */
    enum Kind {
        SERVICE_KILLED(5),
        SERVICE_PAUSED(2),
        BROKER_KILLED(2),
        DATABASE_CRASHED(2),
        SUPERVISOR_KILLED(3),
        STAGE_KILLED(3),
        AGENT_KILLED(1);

        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }

        /** Whether a run's own processes are hit. */
        boolean atRun() {
            return this == SUPERVISOR_KILLED || this == STAGE_KILLED || this == AGENT_KILLED;
        }
    }

    /** @param victim a process' name, or a run's id */
    record Blow(Instant at, Kind kind, String victim) {}

    private final RunningAlfred alfred;
    private final Random drawn;
    private final Duration meanPause;
    private final Duration stop;
    private final List<Blow> blows = new CopyOnWriteArrayList<>();
    private final Set<String> paused = ConcurrentHashMap.newKeySet();
    private final List<Thread> resumptions = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile RuntimeException failure;

    /** @param stop how long a paused service stays so: longer than its lease */
    Chaos(RunningAlfred alfred, long seed, Duration meanPause, Duration stop) {
        this.alfred = alfred;
        this.drawn = new Random(seed);
        this.meanPause = meanPause;
        this.stop = stop;
        this.thread = Thread.ofVirtual().name("chaos").start(this::rage);
    }

    private void rage() {
        try {
            while (!waited(Duration.ofMillis(drawn.nextLong(2 * meanPause.toMillis()))) && !over()) {
                strike(draw());
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Most blows wait until the system stands again; some fall on one that lies. Whether it is over meanwhile. */
    private boolean over() {
        Instant limit = Instant.now().plus(drawn.nextInt(AT_ONCE) == 0 ? Duration.ZERO : STANDS_WITHIN);
        boolean over = false;
        while (!over && Instant.now().isBefore(limit) && !stands()) {
            over = waited(LOOK_AGAIN);
        }
        return over;
    }

    private boolean stands() {
        return alfred.system().processes().stream()
                .allMatch(process -> paused.contains(process.definition().name()) || process.ready());
    }

    /** Whether it is over. */
    private boolean waited(Duration pause) {
        try {
            return closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private Kind draw() {
        int all = List.of(Kind.values()).stream().mapToInt(kind -> kind.weight).sum();
        int at = drawn.nextInt(all);
        for (Kind kind : Kind.values()) {
            at -= kind.weight;
            if (at < 0) {
                return kind;
            }
        }
        throw new IllegalStateException("weights");
    }

    private void strike(Kind kind) {
        switch (kind) {
            case SERVICE_KILLED -> service().ifPresent(name -> kill(kind, name));
            case SERVICE_PAUSED -> service().ifPresent(this::pause);
            case BROKER_KILLED -> kill(kind, "broker");
            case DATABASE_CRASHED -> {
                tell(kind, "postgresql");
                alfred.system().crashDatabase();
            }
            case SUPERVISOR_KILLED ->
                attempt().ifPresent(attempt -> kill(kind, attempt, marked(attempt, AttemptFiles.SUPERVISOR)));
            case STAGE_KILLED -> attempt().ifPresent(attempt -> kill(kind, attempt, stage(attempt)));
            case AGENT_KILLED -> attempt().ifPresent(attempt -> kill(kind, attempt, agent(attempt)));
        }
    }

    private Optional<String> service() {
        return one(SERVICES.stream().filter(name -> !paused.contains(name)).toList());
    }

    private void kill(Kind kind, String name) {
        tell(kind, name);
        alfred.system().process(name).kill();
    }

    private void pause(String name) {
        tell(Kind.SERVICE_PAUSED, name);
        paused.add(name);
        ServiceProcess process = alfred.system().process(name);
        long pid = process.pid();
        signal("STOP", pid);
        resumptions.add(Thread.ofVirtual().name("resumption").start(() -> {
            waited(stop);
            signal("CONT", pid);
            paused.remove(name);
        }));
    }

    private static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void kill(Kind kind, Path attempt, Optional<ProcessHandle> process) {
        process.ifPresent(victim -> {
            tell(kind, run(attempt));
            victim.destroyForcibly();
        });
    }

    private static String run(Path attempt) {
        return attempt.getFileName().toString().replaceFirst("-\\d+$", "");
    }

    private void tell(Kind kind, String victim) {
        blows.add(new Blow(Instant.now(), kind, victim));
        System.out.printf("%s %s %s%n", Instant.now(), kind, victim);
    }

    /** One that goes on now. */
    private Optional<Path> attempt() {
        Path all = alfred.system().layout().home().resolve("data/attempts");
        List<Path> going = new ArrayList<>();
        if (Files.isDirectory(all)) {
            try (DirectoryStream<Path> attempts = Files.newDirectoryStream(all, "[0-9a-f]*")) {
                attempts.forEach(going::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return one(going.stream()
                .filter(attempt -> marked(attempt, AttemptFiles.SUPERVISOR).isPresent())
                .sorted()
                .toList());
    }

    private static Optional<ProcessHandle> marked(Path attempt, String file) {
        try {
            byte[] text = Files.readAllBytes(attempt.resolve(file));
            ProcessMark mark = file.equals(AttemptFiles.STAGE)
                    ? ContractJson.mapper().readValue(text, RunningStage.class).process()
                    : ContractJson.mapper().readValue(text, ProcessMark.class);
            return mark.alive() ? ProcessHandle.of(mark.pid()) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Any of the processes that hold a stage: bubblewrap, what made its surroundings, or the stage itself. */
    private Optional<ProcessHandle> stage(Path attempt) {
        return marked(attempt, AttemptFiles.STAGE).flatMap(holder -> {
            List<ProcessHandle> all = new ArrayList<>(List.of(holder));
            holder.descendants()
                    .filter(process -> !CommandLines.of(process).contains("ScriptedAgent"))
                    .forEach(all::add);
            return one(all);
        });
    }

    private static Optional<ProcessHandle> agent(Path attempt) {
        return marked(attempt, AttemptFiles.STAGE)
                .flatMap(holder -> holder.descendants()
                        .filter(process -> CommandLines.of(process).contains("ScriptedAgent"))
                        .findFirst());
    }

    private <T> Optional<T> one(List<T> all) {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(drawn.nextInt(all.size())));
    }

    /** All blows so far, in order. */
    List<Blow> blows() {
        return List.copyOf(blows);
    }

    /** The runs whose own processes were hit. */
    Set<String> struckRuns() {
        return blows.stream()
                .filter(blow -> blow.kind().atRun())
                .map(Blow::victim)
                .collect(Collectors.toSet());
    }

    Map<Kind, Long> counts() {
        return blows.stream()
                .collect(Collectors.groupingBy(Blow::kind, () -> new EnumMap<>(Kind.class), Collectors.counting()));
    }

    /** Whatever was paused goes on when it returns. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
            for (Thread resumption : resumptions) {
                resumption.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
