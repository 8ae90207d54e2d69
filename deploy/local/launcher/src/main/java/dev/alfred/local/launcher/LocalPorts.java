package dev.alfred.local.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The loopback ports of the local system; {@code offset} moves all of them, so that two systems fit on one machine. */
record LocalPorts(int offset) {
    int ingest() {
        return 8081 + offset;
    }

    int mailbox() {
        return 8082 + offset;
    }

    int orchestrator() {
        return 8083 + offset;
    }

    int session() {
        return 8084 + offset;
    }

    int forge() {
        return 8085 + offset;
    }

    int model() {
        return 8086 + offset;
    }

    int database() {
        return 8087 + offset;
    }

    int broker() {
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
