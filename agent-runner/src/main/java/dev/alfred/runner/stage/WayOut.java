package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

import dev.alfred.runner.egress.EgressForwarder;

/**
 * A stage's way to the network: the egress socket's forwarder where the launcher gave one, else a direct one.
 *
 * @param variables the proxy variables for child processes; empty when the way is direct
 */
record WayOut(Map<String, String> variables, AutoCloseable forwarder) implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1,localhost,::1";

    /** @param addresses what the stage talks to; those on this machine's loopback are forwarded without the proxy */
    static WayOut open(Layout layout, String... addresses) throws IOException {
        if (!Files.exists(layout.egressSocket())) {
            return new WayOut(Map.of(), () -> {});
        }
        EgressForwarder forwarder = EgressForwarder.open(layout.egressSocket(), EgressForwarder.loopbackOf(addresses));
        String proxy = forwarder.proxy().toString();
        return new WayOut(
                Map.of(
                        "http_proxy", proxy,
                        "https_proxy", proxy,
                        "HTTP_PROXY", proxy,
                        "HTTPS_PROXY", proxy,
                        "no_proxy", LOOPBACK,
                        "NO_PROXY", LOOPBACK),
                forwarder);
    }

    @Override
    public void close() throws IOException {
        try {
            forwarder.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the way out can't be closed", e);
        }
    }
}
