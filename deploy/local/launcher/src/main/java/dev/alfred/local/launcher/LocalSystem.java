package dev.alfred.local.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.alfred.embedded.TopicProvisioner;
import dev.alfred.embedded.TopicsNotMade;
import dev.alfred.local.demo.DemoTarget;

/**
 * PostgreSQL, the broker, the forge, the model endpoint and Alfred's services on this machine, each a process of its
 * own. Closing it stops all that it started, and nothing else.
 */
public final class LocalSystem implements AutoCloseable {
    private static final Duration LIVENESS_EVERY = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration OWN_KAFKA_ANSWERS_WITHIN = Duration.ofSeconds(60);
    private static final Duration NAMED_KAFKA_ANSWERS_WITHIN = Duration.ofSeconds(8);
    private static final Duration ATTEMPTS_END_WITHIN = Duration.ofSeconds(10);

    private final LocalLayout layout;
    private final LocalPorts ports;
    private final LocalSecrets secrets;
    private final PrintWriter out;
    private final List<ServiceProcess> processes = new ArrayList<>();
    private final boolean scriptedModel;
    private final Duration startLimit;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private LocalDatabase database;
    private boolean closed;

    public LocalSystem(LocalLayout layout, SystemOptions options, PrintWriter out) {
        this.layout = layout;
        this.ports = new LocalPorts(options.portOffset, options.address);
        this.secrets = new LocalSecrets(layout.secretsFile());
        this.out = out;
        this.scriptedModel = !options.realModel;
        this.startLimit = options.startLimit;
    }

    public LocalLayout layout() {
        return layout;
    }

    public LocalPorts ports() {
        return ports;
    }

    LocalSecrets secrets() {
        return secrets;
    }

    public synchronized List<ServiceProcess> processes() {
        return List.copyOf(processes);
    }

    public ServiceProcess process(String name) {
        return processes().stream()
                .filter(p -> p.definition().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public void start(SystemOptions options) {
        Agents agents = Agents.found(layout, options, ports);
        out.println("Starting Alfred with " + agents.description() + ".");
        out.flush();
        checkPorts(options);
        RunningSystem.announce(this, false);
        startDatabase(options);
        String kafka = options.kafka == null ? "127.0.0.1:" + ports.broker() : options.kafka;
        LocalServices services = new LocalServices(layout, ports, secrets, database.url(), kafka, options);
        agents.writeSecrets(layout.secrets());
        if (options.kafka == null) {
            startAndAwait(List.of(services.broker()));
        }
        provisionTopics(kafka, options.kafka == null ? OWN_KAFKA_ANSWERS_WITHIN : NAMED_KAFKA_ANSWERS_WITHIN);
        startAndAwait(definitions(services, agents, options));
        ExampleProject.prepare(target());
        RunningSystem.announce(this, true);
        Thread.ofVirtual().name("liveness").start(this::watchLiveness);
    }

    private void watchLiveness() {
        try {
            while (!stopped.await(LIVENESS_EVERY.toSeconds(), TimeUnit.SECONDS)) {
                for (ServiceProcess process : processes()) {
                    if (process.endWhenDead()) {
                        out.println(process.definition().name()
                                + " said that it lives no more, and is started again: see " + process.log() + ".");
                        out.flush();
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<ServiceDefinition> definitions(LocalServices services, Agents agents, SystemOptions options) {
        List<ServiceDefinition> all = new ArrayList<>(List.of(
                services.session(),
                services.ingest(),
                services.mailbox(),
                services.orchestrator("run-orchestrator", ports.orchestrator(), agents.configuration()),
                services.forge(),
                services.model()));
        if (options.secondOrchestrator) {
            all.add(services.orchestrator("run-orchestrator-2", ports.secondOrchestrator(), agents.configuration()));
        }
        return all;
    }

    /** The end waits for it: a server that is about to start could not be stopped. */
    private synchronized void startDatabase(SystemOptions options) {
        refuseWhenClosed();
        database = options.postgres == null
                ? LocalDatabase.start(ports.database(), layout.data("postgres"), secrets)
                : LocalDatabase.use(options.postgres, secrets);
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new CannotStart("stopped while it was starting.");
        }
    }

    private static void provisionTopics(String kafka, Duration patience) {
        try {
            TopicProvisioner.provision(kafka, patience);
        } catch (TopicsNotMade e) {
            throw new CannotStart("Kafka at " + kafka + " can't be used: " + e.reason() + ".", e);
        }
    }

    private void checkPorts(SystemOptions options) {
        if (options.postgres == null) {
            LocalPorts.free(ports.database(), "PostgreSQL");
        }
        if (options.kafka == null) {
            LocalPorts.free(ports.broker(), "Kafka");
        }
        LocalPorts.free(ports.ingest(), "webhook-ingest");
        LocalPorts.free(ports.mailbox(), "mailbox-service");
        LocalPorts.free(ports.orchestrator(), "run-orchestrator");
        LocalPorts.free(ports.session(), "session-store");
        LocalPorts.free(ports.address(), ports.forge(), "forge");
        LocalPorts.free(ports.address(), ports.model(), "model endpoint");
    }

    private void startAndAwait(List<ServiceDefinition> definitions) {
        List<ServiceProcess> started = definitions.stream()
                .map(definition -> new ServiceProcess(definition, layout.logs()))
                .toList();
        synchronized (this) {
            refuseWhenClosed();
            processes.addAll(started);
            started.forEach(ServiceProcess::start);
        }
        started.forEach(this::awaitReady);
    }

    /** Waits until the process answers; one that can't start is told of with the end of its log. */
    public void awaitReady(ServiceProcess process) {
        Instant limit = Instant.now().plus(startLimit);
        while (!process.ready()) {
            if (process.givenUp() || Instant.now().isAfter(limit)) {
                throw new CannotStart("%s does not become ready; its log %s ends with:%n%s"
                        .formatted(process.definition().name(), process.log(), process.lastLines(15)));
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        out.printf(
                "  %-17s ready at %s%n",
                process.definition().name(), process.definition().address());
        out.flush();
    }

    /** Ends the system's own PostgreSQL as a crash would, and returns when it runs again on the same data. */
    public synchronized void crashDatabase() {
        refuseWhenClosed();
        database.crash();
    }

    /** By name; without the scripted model where the vendor's is used. */
    Map<String, String> addresses() {
        Map<String, String> addresses = new HashMap<>(Map.of(
                "webhook-ingest", "http://127.0.0.1:" + ports.ingest(),
                "mailbox-service", "http://127.0.0.1:" + ports.mailbox(),
                "run-orchestrator", "http://127.0.0.1:" + ports.orchestrator(),
                "session-store", "http://127.0.0.1:" + ports.session(),
                "forge", ports.forgeUrl()));
        if (scriptedModel) {
            addresses.put("model", ports.modelUrl());
        }
        return addresses;
    }

    /** What people outside need to reach it. */
    public DemoTarget target() {
        return RunningSystem.target(addresses(), layout, secrets);
    }

    /** What people are told once it is ready. */
    public String greeting() {
        return Greeting.of(target(), layout);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        stopped.countDown();
        processes.forEach(ServiceProcess::neverAgain);
        List<ServiceProcess> reversed = new ArrayList<>(processes).reversed();
        List<Thread> stops = reversed.stream()
                .filter(p -> !p.definition().name().equals("broker"))
                .map(p -> Thread.ofVirtual().start(p::stop))
                .toList();
        stops.forEach(LocalSystem::join);
        stopAttempts();
        reversed.stream().filter(p -> p.definition().name().equals("broker")).forEach(ServiceProcess::stop);
        if (database != null) {
            database.close();
        }
    }

    /** After run-orchestrator has ended, which would launch another attempt for each at once. */
    private void stopAttempts() {
        try {
            RunningAttempts.stop(layout.home().resolve("data/attempts"), ATTEMPTS_END_WITHIN);
        } catch (IOException e) {
            out.println("alfred: the agents below " + layout.home() + " can't be seen, they may still run: " + e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Files with one secret each. */
    static final class Secrets {
        private Secrets() {}

        static void write(Path directory, String key, String value) {
            try {
                Files.createDirectories(directory);
                Files.writeString(directory.resolve(key), value);
            } catch (IOException e) {
                throw new CannotStart("cannot write " + directory.resolve(key) + ".", e);
            }
        }
    }
}
