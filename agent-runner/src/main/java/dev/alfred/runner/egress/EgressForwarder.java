package dev.alfred.runner.egress;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

import dev.alfred.contracts.runner.Destination;

/**
 * A sandbox's way out, inside it: forwards {@code 127.0.0.1:3128} to the supervisor's unix socket, which speaks HTTP
 * proxy. Clients that bypass a proxy for this machine's own addresses are served too: each loopback destination that the
 * stage uses is listened on at its very address and tunnelled. Opened by a stage where the socket exists, closed at its
 * end.
 */
public final class EgressForwarder implements AutoCloseable {
    /** Where the proxy is found inside the sandbox. */
    public static final int PORT = 3128;

    private static final int LONGEST_ANSWER = 8 * 1024;

    private final Path socket;
    private final List<ConnectionLoop> loops = new ArrayList<>();
    private final int port;

    private EgressForwarder(Path socket, int port, Collection<Destination> loopback) throws IOException {
        this.socket = socket;
        try {
            ServerSocketChannel proxy = listen("127.0.0.1", port);
            this.port = ((InetSocketAddress) proxy.getLocalAddress()).getPort();
            loops.add(ConnectionLoop.start(proxy, this::forward));
            for (Destination destination : loopback) {
                ServerSocketChannel listener = listen(destination.host(), destination.port());
                loops.add(ConnectionLoop.start(listener, client -> tunnel(client, destination)));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Listens on {@link #PORT} and on each of the loopback destinations. */
    public static EgressForwarder open(Path socket, Collection<Destination> loopback) throws IOException {
        return open(socket, PORT, loopback);
    }

    static EgressForwarder open(Path socket, int port, Collection<Destination> loopback) throws IOException {
        return new EgressForwarder(socket, port, loopback);
    }

    /** Those of the addresses (http or https; null is skipped) that lie on this very machine. */
    public static List<Destination> loopbackOf(String... addresses) {
        return Arrays.stream(addresses)
                .filter(Objects::nonNull)
                .map(address -> Destination.of(URI.create(address)))
                .filter(Destination::loopback)
                .distinct()
                .toList();
    }

    /** The proxy's address for {@code HTTP_PROXY}, {@code HTTPS_PROXY} and git's {@code http.proxy}. */
    public URI proxy() {
        return URI.create("http://127.0.0.1:" + port);
    }

    private static ServerSocketChannel listen(String host, int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return channel.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (IOException e) {
            channel.close();
            throw e instanceof BindException ? new IOException("can't listen on " + host + ":" + port, e) : e;
        }
    }

    private void forward(SocketChannel client) {
        connect(client, ByteBuffer.allocate(0));
    }

    private void connect(SocketChannel client, ByteBuffer first) {
        try {
            Tunnel.carry(client, dial(), first);
        } catch (IOException e) {
            // The supervisor is ending: the client sees its connection closed.
            return;
        }
    }

    private SocketChannel dial() throws IOException {
        SocketChannel server = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.connect(UnixDomainSocketAddress.of(socket));
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private void tunnel(SocketChannel client, Destination destination) {
        try {
            SocketChannel server = dial();
            String request = "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(destination, destination);
            Tunnel.write(server, ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            if (established(server)) {
                Tunnel.carry(client, server, ByteBuffer.allocate(0));
            } else {
                server.close();
            }
        } catch (IOException e) {
            // As above: the client sees its connection closed.
            return;
        }
    }

    /** Reads the answer to CONNECT byte by byte, so that nothing of the tunnel's own is taken with it. */
    private static boolean established(SocketChannel server) throws IOException {
        StringBuilder answer = new StringBuilder();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (answer.length() < LONGEST_ANSWER && server.read(one) == 1) {
            answer.append((char) one.flip().get());
            one.clear();
            if (answer.length() >= 4 && answer.substring(answer.length() - 4).equals("\r\n\r\n")) {
                return answer.toString().startsWith("HTTP/1.1 200 ");
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        for (ConnectionLoop loop : loops) {
            loop.close();
        }
    }
}
