package dev.alfred.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds a loopback TCP port that nothing listens on at this moment. */
public final class FreePort {

    private FreePort() {}

    /** A free port on 127.0.0.1; another process may still take it before the caller binds it. */
    public static int find() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free loopback port", e);
        }
    }
}
