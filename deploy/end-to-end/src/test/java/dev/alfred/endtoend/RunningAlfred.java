package dev.alfred.endtoend;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.local.demo.AlfredOperator;
import dev.alfred.local.demo.DemoTarget;
import dev.alfred.local.demo.ForgePerson;
import dev.alfred.local.demo.ModelWitness;
import dev.alfred.local.demo.Waiting;
import dev.alfred.local.launcher.LocalLayout;
import dev.alfred.local.launcher.LocalSystem;
import dev.alfred.local.launcher.SystemOptions;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The whole system, started once for all end-to-end tests of this JVM, beside one that may run at the default ports.
 * Tests differ by their projects.
 */
final class RunningAlfred {
    private static final int FIRST_OFFSET = 10_000;
    private static final int LAST_OFFSET = 12_000;
    private static final Duration START_LIMIT = Duration.ofMinutes(10);
    private static final Duration DETECTED = Duration.ofMinutes(2);
    private static final AtomicInteger PROJECTS = new AtomicInteger();
    private static RunningAlfred shared;

    private final LocalSystem system;
    private final DemoTarget target;
    private final ForgePerson dev;
    private final ForgePerson guest;
    private final AlfredOperator operator;

    private RunningAlfred(LocalSystem system) {
        this.system = system;
        this.target = system.target();
        this.dev = new ForgePerson(target.forge(), "dev", target.devToken());
        this.guest = new ForgePerson(target.forge(), "guest", target.guestToken());
        this.operator = new AlfredOperator(target);
    }

    static synchronized RunningAlfred get() {
        assumeSandbox();
        if (shared == null) {
            shared = start(SystemOptions.withPortOffset(freeOffset()));
        }
        return shared;
    }

    private static void assumeSandbox() {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/bwrap")),
                "bubblewrap is not installed (/usr/bin/bwrap): there is no sandbox to run an agent in");
    }

    /** Another one, with the agents of that directory; whoever starts it closes its system. */
    static RunningAlfred with(Path agents) {
        return another(options -> options.withAgents(agents));
    }

    /** Another one; whoever starts it closes its system. */
    static RunningAlfred another(UnaryOperator<SystemOptions> configured) {
        return start(configured.apply(SystemOptions.withPortOffset(freeOffset())));
    }

    /**
     * Another one, with the scripted agent and two instances of run-orchestrator whose leases last so long; whoever starts it
     * closes its system.
     */
    static RunningAlfred withTwoOrchestrators(Duration lease) {
        assumeSandbox();
        return start(SystemOptions.withPortOffset(freeOffset())
                .withAgents(root().resolve("deploy/local/scripted-agent"))
                .with("run-orchestrator", "alfred.orchestrator.lease.duration", lease.toString())
                .withTwoOrchestrators()
                .withStartLimit(START_LIMIT));
    }

    private static Path root() {
        return Path.of(System.getProperty("alfred.root")).toAbsolutePath();
    }

    private static RunningAlfred start(SystemOptions options) {
        Path root = root();
        LocalSystem system =
                new LocalSystem(new LocalLayout(root, freshHome()), options, new PrintWriter(System.out, true));
        Runtime.getRuntime().addShutdownHook(new Thread(system::close));
        system.start(options);
        return new RunningAlfred(system);
    }

    /** Another checkout's tests may run on this machine at the same time. */
    private static int freeOffset() {
        return IntStream.iterate(FIRST_OFFSET, offset -> offset <= LAST_OFFSET, offset -> offset + 100)
                .filter(offset -> IntStream.rangeClosed(8081, 8089).allMatch(port -> free(port + offset)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no nine free ports between 18081 and 20189"));
    }

    private static boolean free(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /** Kept after the tests for whoever has to look at the logs; a new one each time. */
    private static Path freshHome() {
        try {
            Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
            return Files.createTempDirectory(target, "alfred-home-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    LocalSystem system() {
        return system;
    }

    DemoTarget target() {
        return target;
    }

    ForgePerson dev() {
        return dev;
    }

    ForgePerson guest() {
        return guest;
    }

    AlfredOperator operator() {
        return operator;
    }

    ModelWitness model() {
        return new ModelWitness(target.model());
    }

    ForgeFaults faults() {
        return new ForgeFaults(target);
    }

    /** Whether that agent is in the sandbox, as the service found by itself at its start. */
    boolean installed(AdapterId adapter) {
        return Waiting.until(
                        "the agents of the sandbox",
                        DETECTED,
                        () -> Optional.of(operator.orchestrator().get("/agents").findValuesAsText("adapter"))
                                .filter(found -> !found.isEmpty()))
                .contains(adapter.wire());
    }

    /** A repository on the forge that Alfred works on. */
    Project newProject(String name) {
        return newProject("it", name);
    }

    Project newProject(String organization, String name) {
        return newProject(organization, name, Map.of());
    }

    /** @param files beside those that each repository here has */
    Project newProject(String organization, String name, Map<String, String> files) {
        String unique = name + "-" + PROJECTS.incrementAndGet();
        Map<String, String> all = new HashMap<>(files);
        all.put("README.md", "# " + unique + "\n");
        all.put("greet.sh", "#!/bin/sh\necho \"Hello\"\n");
        ForgePerson.Repository repository = dev.createRepository(unique, all);
        dev.addCollaborator(repository, "alfred", "admin");
        operator.connect("local");
        operator.registerProject("local", organization, unique, repository);
        dev.addHook(repository, target.ingest() + "/webhooks/local", target.webhookSecret());
        return new Project(organization, unique, repository);
    }

    record Project(String organization, String name, ForgePerson.Repository repository) {
        String mailbox(long issue) {
            return organization + "-" + name + "-issue-" + issue;
        }
    }

    /** The file in which the real CLI keeps a session of that mailbox. */
    Path sessionFile(String mailbox, String nativeId) {
        return stateDirectory(mailbox).resolve("-workspace-repo").resolve(nativeId + ".jsonl");
    }

    Path stateDirectory(String mailbox) {
        return system.layout()
                .data("state")
                .resolve(".agent-sessions")
                .resolve(mailbox)
                .resolve("claude-code");
    }
}
