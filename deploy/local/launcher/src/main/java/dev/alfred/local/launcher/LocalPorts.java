package dev.alfred.local.launcher;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Where the local system listens.
 *
 * @param offset moves all ports, so that two systems fit on one machine
 * @param address of the forge and the model, which runners elsewhere have to reach; all else listens on loopback
 */
public record LocalPorts(int offset, String address) {
    static final String LOOPBACK = "127.0.0.1";

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

    String forgeUrl() {
        return "http://" + address + ":" + forge();
    }

    String modelUrl() {
        return "http://" + address + ":" + model();
    }

    public int database() {
        return 8087 + offset;
    }

    public int broker() {
        return 8088 + offset;
    }

    /** Of a second instance, where there is one. */
    public int secondOrchestrator() {
        return 8089 + offset;
    }

    /** Refuses in one sentence when something else listens there. */
    static int free(int port, String what) {
        return free(LOOPBACK, port, what);
    }

    static int free(String address, int port, String what) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(address, port));
            return port;
        } catch (BindException e) {
            throw new CannotStart(
                    "port " + port + " (" + what
                            + ") is taken: stop what listens there, or move all ports with --port-offset N.",
                    e);
        } catch (IOException e) {
            throw new CannotStart("port " + port + " (" + what + ") can't be listened at.", e);
        }
    }
}
