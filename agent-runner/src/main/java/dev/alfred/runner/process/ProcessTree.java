package dev.alfred.runner.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * All processes that came from one child: its session and process group, its descendants, and strays that carry its
 * mark in their environment. Launchers and tools leave such strays behind. In a process namespace of this program's own
 * all the others are its, whatever they have done to be forgotten.
 */
public final class ProcessTree {
    /** The environment variable by which strays are found. */
    public static final String MARK = "ALFRED_PROCESS_MARK";

    private static final Path PROC = Path.of("/proc");
    private static final int KILL_ROUNDS = 50;
    /** The program is the namespace's first process, or the child of the sandbox's own. */
    private static final int LAST_OF_SANDBOX = 2;

    private final ProcessHandle leader;
    private final byte[] mark;

    /** @param leader the leader of a process session of its own */
    public ProcessTree(ProcessHandle leader, String mark) {
        this.leader = leader;
        this.mark = (MARK + "=" + mark).getBytes(StandardCharsets.US_ASCII);
    }

    /** SIGTERM to all, and SIGKILL to what is left after the grace period. Returns when nothing is left. */
    public void end(Duration grace) {
        List<ProcessHandle> alive = members();
        alive.forEach(ProcessHandle::destroy);
        awaitEnd(alive, grace);
        kill();
    }

    /** SIGKILL to whatever is left. */
    public void kill() {
        for (int round = 0; round < KILL_ROUNDS; round++) {
            List<ProcessHandle> alive = members();
            if (alive.isEmpty()) {
                return;
            }
            alive.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(alive, Duration.ofMillis(200));
        }
    }

    /** The living members, the leader included. */
    public List<ProcessHandle> members() {
        Set<Long> pids = new HashSet<>();
        if (leader.isAlive()) {
            pids.add(leader.pid());
            leader.descendants().map(ProcessHandle::pid).forEach(pids::add);
        }
        try (Stream<Path> entries = Files.list(PROC)) {
            entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !name.isEmpty() && name.chars().allMatch(Character::isDigit))
                    .map(Long::valueOf)
                    .filter(this::belongs)
                    .forEach(pids::add);
        } catch (IOException e) {
            // No /proc (not Linux): descendants are all that can be found.
            return handles(pids);
        }
        return handles(pids);
    }

    private List<ProcessHandle> handles(Set<Long> pids) {
        long own = ProcessHandle.current().pid();
        return pids.stream()
                .filter(pid -> pid != own)
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    private boolean belongs(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            if (fields[0].equals("Z")) {
                return false;
            }
            if (ProcessHandle.current().pid() <= LAST_OF_SANDBOX && pid > LAST_OF_SANDBOX) {
                return true;
            }
            String leaderPid = Long.toString(leader.pid());
            return fields[2].equals(leaderPid) || fields[3].equals(leaderPid) || marked(pid);
        } catch (IOException | IndexOutOfBoundsException e) {
            // It ended while we looked.
            return false;
        }
    }

    private boolean marked(long pid) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            int start = 0;
            for (int i = 0; i <= environment.length; i++) {
                if (i == environment.length || environment[i] == 0) {
                    if (Arrays.equals(environment, start, i, mark, 0, mark.length)) {
                        return true;
                    }
                    start = i + 1;
                }
            }
            return false;
        } catch (IOException e) {
            // Another user's process, or one that ended while we looked.
            return false;
        }
    }

    private static void awaitEnd(List<ProcessHandle> processes, Duration atMost) {
        CompletableFuture<?>[] ends =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // The caller looks again.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a process to end can't fail", e);
        }
    }
}
