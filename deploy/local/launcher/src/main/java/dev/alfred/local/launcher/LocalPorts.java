package dev.alfred.local.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The loopback ports of the local system; {@code offset} moves all of them, so that two systems fit on one machine. */
public record LocalPorts(int offset) {
    public int ingest() {
        return 8081 + offset;
    }

    public int mailbox() {
        return 8082 + offset;
    }

    public int orchestrator() {
        return 8083 + offset;
    }

    public int session() {
        return 8084 + offset;
    }

    public int forge() {
        return 8085 + offset;
    }

    public int model() {
        return 8086 + offset;
    }

    public int database() {
        return 8087 + offset;
    }

    public int broker() {
        return 8088 + offset;
    }

    /** Refuses in one sentence when something else listens there. */
    static int free(int port, String what) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return port;
        } catch (IOException e) {
            throw new CannotStart(
                    "port " + port + " (" + what
                            + ") is taken: stop what listens there, or move all ports with --port-offset N.",
                    e);
        }
    }
}
