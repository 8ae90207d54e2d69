package dev.alfred.embedded;

/** The tests' handle on the JVM's shared broker: where it is, and an outage that begins and ends when told. */
public final class TestBroker {

    private TestBroker() {}

    /** Address of the shared broker, {@code host:port}; starts it at first use. */
    public static String bootstrapServers() {
        return OnePerJvm.ask("broker");
    }

    /** Begins an outage: the broker stops, its records stay. */
    public static void stop() {
        OnePerJvm.ask("stopBroker");
    }

    /** Ends an outage: the broker is back on the same port with the same records. */
    public static void restart() {
        OnePerJvm.ask("restartBroker");
    }
}
