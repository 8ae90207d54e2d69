package dev.alfred.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real single-node Kafka broker (KRaft, broker and controller in one) inside this JVM, listening on loopback only.
 * Used by tests and, as a process of its own through {@link #main}, by the local launcher.
 */
public final class EmbeddedBroker implements AutoCloseable {

    /** Fixed, so that a kept data directory is recognised at the next start. */
    private static final String CLUSTER_ID = "YWxmcmVkLWxvY2FsLWticg";

    private static final int NODE_ID = 1;
    private static final String HOST = "127.0.0.1";
    private static final String CONTROLLER = "CONTROLLER";

    private final int port;
    private final Path dataDirectory;
    private final Durability durability;
    private KafkaRaftServer server;

    private EmbeddedBroker(int port, Path dataDirectory, Durability durability) {
        this.port = port;
        this.dataDirectory = dataDirectory;
        this.durability = durability;
    }

    /** Whether a record survives a loss of power ({@code FSYNC}) or only the death of the process ({@code PAGE_CACHE}). */
    public enum Durability {
        FSYNC,
        PAGE_CACHE
    }

    /** Starts a durable broker that keeps what it has in {@code dataDirectory}; port 0 takes a free one. */
    public static EmbeddedBroker start(int port, Path dataDirectory) {
        return start(port, dataDirectory, Durability.FSYNC);
    }

    /** Starts a broker of the given durability; port 0 takes a free one. */
    public static EmbeddedBroker start(int port, Path dataDirectory, Durability durability) {
        EmbeddedBroker broker =
                new EmbeddedBroker(port == 0 ? FreePort.find() : port, dataDirectory.toAbsolutePath(), durability);
        broker.startUp();
        return broker;
    }

    /** Address for clients, {@code host:port}. */
    public String bootstrapServers() {
        return HOST + ":" + port;
    }

    /** The port that clients connect to; the same after a restart. */
    public int port() {
        return port;
    }

    /** Stops the broker; its data and its port stay for {@link #restart()}. */
    @Override
    public synchronized void close() {
        if (server != null) {
            server.shutdown();
            server.awaitShutdown();
            server = null;
        }
    }

    /** Starts a stopped broker again, on the same port and data. */
    public synchronized void restart() {
        if (server == null) {
            startUp();
        }
    }

    private synchronized void startUp() {
        Thread thread = Thread.currentThread();
        ClassLoader caller = thread.getContextClassLoader();
        // Kafka finds its plug-ins by the context class loader, which under Quarkus is another than its own.
        thread.setContextClassLoader(EmbeddedBroker.class.getClassLoader());
        try {
            Files.createDirectories(dataDirectory);
            format();
            KafkaRaftServer starting = new KafkaRaftServer(new KafkaConfig(properties(), false), Time.SYSTEM);
            starting.startup();
            server = starting;
        } catch (IOException e) {
            throw new UncheckedIOException("the broker can't use " + dataDirectory, e);
        } finally {
            thread.setContextClassLoader(caller);
        }
    }

    private void format() throws IOException {
        try (PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(silent)
                    .setClusterId(CLUSTER_ID)
                    .setNodeId(NODE_ID)
                    .setControllerListenerName(CONTROLLER)
                    .setMetadataLogDirectory(dataDirectory.toString())
                    .addDirectory(dataDirectory.toString())
                    .setIgnoreFormatted(true)
                    .run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the broker's storage can't be formatted", e);
        }
    }

    private Properties properties() {
        int controllerPort = FreePort.find();
        Properties properties = new Properties();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", Integer.toString(NODE_ID));
        properties.put("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort);
        properties.put("controller.listener.names", CONTROLLER);
        properties.put(
                "listeners", "CLIENT://" + HOST + ":" + port + "," + CONTROLLER + "://" + HOST + ":" + controllerPort);
        properties.put("advertised.listeners", "CLIENT://" + HOST + ":" + port);
        properties.put("inter.broker.listener.name", "CLIENT");
        properties.put("listener.security.protocol.map", "CLIENT:PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
        properties.put("log.dirs", dataDirectory.toString());
        properties.put("auto.create.topics.enable", "false");
        if (durability == Durability.FSYNC) {
            properties.put("log.flush.interval.messages", "1");
        }
        oneNode(properties);
        small(properties);
        return properties;
    }

    private static void oneNode(Properties properties) {
        properties.put("default.replication.factor", "1");
        properties.put("min.insync.replicas", "1");
        properties.put("offsets.topic.replication.factor", "1");
        properties.put("offsets.topic.num.partitions", "1");
        properties.put("transaction.state.log.replication.factor", "1");
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("transaction.state.log.num.partitions", "1");
        properties.put("share.coordinator.state.topic.replication.factor", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");
        properties.put("group.initial.rebalance.delay.ms", "0");
    }

    private static void small(Properties properties) {
        properties.put("num.network.threads", "2");
        properties.put("num.io.threads", "2");
        properties.put("background.threads", "2");
        properties.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        properties.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        properties.put("log.cleaner.io.buffer.size", Integer.toString(512 << 10));
    }

    /**
     * Runs a durable broker with Alfred's topics until the process is told to end. Port and data directory come from
     * {@code --port N} and {@code --data DIRECTORY}, else from {@code ALFRED_BROKER_PORT} and {@code ALFRED_BROKER_DATA}.
     */
    public static void main(String... arguments) throws InterruptedException {
        int port = Integer.parseInt(setting(arguments, "--port", "ALFRED_BROKER_PORT", "9092"));
        Path data = Path.of(setting(arguments, "--data", "ALFRED_BROKER_DATA", ".alfred/kafka"));
        EmbeddedBroker broker = start(port, data);
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "broker-stop"));
        TopicProvisioner.provision(broker.bootstrapServers());
        System.out.println("broker ready on " + broker.bootstrapServers());
        new CountDownLatch(1).await();
    }

    private static String setting(String[] arguments, String option, String variable, String otherwise) {
        for (int i = 0; i + 1 < arguments.length; i++) {
            if (arguments[i].equals(option)) {
                return arguments[i + 1];
            }
        }
        return System.getenv().getOrDefault(variable, otherwise);
    }
}
