package dev.alfred.local.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.alfred.local.demo.DemoTarget;

/**
 * The note that a running system leaves below {@code ALFRED_HOME}.
 *
 * @param pid of the launcher that keeps it running
 * @param started that process's start, by which a pid that was given to another process is told apart
 * @param ready whether all of it has been ready
 * @param addresses by name
 * @param pids of its processes, by name
 */
record RunningSystem(long pid, long started, boolean ready, Map<String, String> addresses, Map<String, Long> pids) {
    private static final JsonMapper JSON = new JsonMapper();

    static void announce(LocalSystem system, boolean ready) {
        Map<String, Long> pids = system.processes().stream()
                .collect(Collectors.toMap(
                        p -> p.definition().name(), ServiceProcess::pid, (a, b) -> b, LinkedHashMap::new));
        ProcessHandle self = ProcessHandle.current();
        try {
            Path file = system.layout().runningFile();
            Files.createDirectories(file.getParent());
            Path whole = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(
                    whole,
                    JSON.writeValueAsString(
                            new RunningSystem(self.pid(), startOf(self), ready, system.addresses(), pids)));
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new CannotStart("cannot write " + system.layout().runningFile() + ".", e);
        }
    }

    /** The system that runs with this home, if one does. */
    static Optional<RunningSystem> find(LocalLayout layout) {
        if (Files.notExists(layout.runningFile())) {
            return Optional.empty();
        }
        try {
            RunningSystem noted = JSON.readValue(layout.runningFile().toFile(), RunningSystem.class);
            return noted.process().isPresent() ? Optional.of(noted) : Optional.empty();
        } catch (IOException e) {
            throw new CannotStart("cannot read " + layout.runningFile() + ": remove it if nothing runs.", e);
        }
    }

    /** How people reach it. */
    DemoTarget target(LocalLayout layout) {
        return target(addresses, layout, new LocalSecrets(layout.secretsFile()));
    }

    static DemoTarget target(Map<String, String> addresses, LocalLayout layout, LocalSecrets secrets) {
        return new DemoTarget(
                addresses.get("forge"),
                addresses.get("webhook-ingest"),
                addresses.get("mailbox-service"),
                addresses.get("run-orchestrator"),
                addresses.get("session-store"),
                addresses.get("model"),
                secrets.adminPassword(),
                secrets.forgeToken("dev"),
                secrets.forgeToken("guest"),
                secrets.forgeToken("alfred"),
                secrets.webhookSecret(),
                layout.secrets());
    }

    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(handle -> startOf(handle) == started);
    }

    static void refuseSecond(LocalLayout layout) {
        find(layout).ifPresent(running -> {
            throw new CannotStart("Alfred already runs here (pid " + running.pid() + "): './alfred down' stops it.");
        });
    }

    static void forget(LocalLayout layout) {
        try {
            if (find(layout)
                    .filter(r -> r.pid() != ProcessHandle.current().pid())
                    .isEmpty()) {
                Files.deleteIfExists(layout.runningFile());
            }
        } catch (IOException e) {
            throw new CannotStart("cannot remove " + layout.runningFile() + ".", e);
        }
    }

    private static long startOf(ProcessHandle handle) {
        return handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
