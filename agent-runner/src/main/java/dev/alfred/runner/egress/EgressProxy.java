package dev.alfred.runner.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.Destination;

/**
 * The other end of {@link EgressForwarder}, outside the sandbox: an HTTP proxy on a unix socket that reaches the listed
 * hosts and ports and nothing else. One instance a stage, hosted by the supervisor. Names are resolved here; a name never
 * leads to this machine's own addresses, only {@code localhost} and addresses listed as such do.
 */
public final class EgressProxy implements AutoCloseable {
    private static final int LONGEST_HEAD = 64 * 1024;
    private static final int LONGEST_DRAIN = 1024 * 1024;
    private static final int CONNECT_MILLIS = 10_000;

    private final Set<Destination> allowed;
    private final Resolver resolver;
    private final Consumer<String> refusals;
    private final ConnectionLoop loop;

    /** Finds the addresses of a name. */
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private EgressProxy(
            Set<Destination> allowed, Resolver resolver, Consumer<String> refusals, ServerSocketChannel server) {
        this.allowed = allowed;
        this.resolver = resolver;
        this.refusals = refusals;
        this.loop = ConnectionLoop.start(server, this::serve);
    }

    /** Listens at the socket; {@code refusals} gets one line for each request that was not let through. */
    public static EgressProxy open(Path socket, Collection<Destination> allowed, Consumer<String> refusals)
            throws IOException {
        return open(socket, allowed, InetAddress::getAllByName, refusals);
    }

    static EgressProxy open(Path socket, Collection<Destination> allowed, Resolver resolver, Consumer<String> refusals)
            throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return new EgressProxy(Set.copyOf(allowed), resolver, refusals, server);
    }

    private void serve(SocketChannel client) {
        ByteBuffer received = ByteBuffer.allocate(LONGEST_HEAD);
        try {
            int end = readHead(client, received);
            if (end == 0) {
                return;
            }
            if (end < 0) {
                answer(client, "431 Request Header Fields Too Large", "The head of the request is too long.");
                return;
            }
            ByteBuffer rest = received.flip().position(end).slice();
            switch (ProxyRequest.read(Arrays.copyOf(received.array(), end))) {
                case ProxyRequest.Malformed malformed -> answer(client, "400 Bad Request", malformed.why());
                case ProxyRequest.Connect(Destination to) -> reach(client, to, null, rest);
                case ProxyRequest.Forward(Destination to, byte[] head) -> reach(client, to, head, rest);
            }
        } catch (IOException e) {
            // The client hung up before it was served.
            return;
        }
    }

    /** Where the head ends, 0 when the client left before, or -1 when it is too long. */
    private static int readHead(SocketChannel client, ByteBuffer into) throws IOException {
        int seen = 0;
        while (into.hasRemaining()) {
            if (client.read(into) < 0) {
                return 0;
            }
            for (; seen + 3 < into.position(); seen++) {
                if (into.get(seen) == '\r'
                        && into.get(seen + 1) == '\n'
                        && into.get(seen + 2) == '\r'
                        && into.get(seen + 3) == '\n') {
                    return seen + 4;
                }
            }
        }
        return -1;
    }

    /** @param head what the origin is to receive first, or null for a tunnel, which is answered instead */
    private void reach(SocketChannel client, Destination to, byte[] head, ByteBuffer rest) throws IOException {
        if (!allowed.contains(to)) {
            refusals.accept("egress refused: " + to + " is not on this stage's list");
            answer(client, "403 Forbidden", "Alfred lets this stage not reach " + to + ".");
            return;
        }
        SocketChannel server = dial(to);
        if (server == null) {
            answer(client, "502 Bad Gateway", to + " can't be reached.");
            return;
        }
        if (head == null) {
            Tunnel.write(client, ascii("HTTP/1.1 200 Connection established\r\n\r\n"));
        } else {
            Tunnel.write(server, ByteBuffer.wrap(head));
        }
        Tunnel.carry(client, server, rest);
    }

    private SocketChannel dial(Destination to) throws IOException {
        String failure = "its name is unknown";
        for (InetAddress address : resolve(to)) {
            if (!named(to, address)) {
                failure = "its name leads to this machine or its link, which only an address may";
                continue;
            }
            SocketChannel server = SocketChannel.open();
            try {
                server.socket().connect(new InetSocketAddress(address, to.port()), CONNECT_MILLIS);
                return server;
            } catch (IOException e) {
                server.close();
                failure = e.getMessage();
            }
        }
        refusals.accept("egress failed: " + to + ": " + failure);
        return null;
    }

    private InetAddress[] resolve(Destination to) {
        try {
            return resolver.resolve(to.host());
        } catch (UnknownHostException e) {
            return new InetAddress[0];
        }
    }

    /** A name that somebody else's DNS answers for must not open this machine's own services. */
    private static boolean named(Destination to, InetAddress address) {
        boolean own = address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || address.isLinkLocalAddress()
                || address.isMulticastAddress();
        return !own || to.loopback() || to.host().equals(address.getHostAddress());
    }

    private static void answer(SocketChannel client, String status, String text) throws IOException {
        byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
        Tunnel.write(
                client,
                ascii(("HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n"
                                + "Connection: close\r\n\r\n")
                        .formatted(status, body.length)));
        Tunnel.write(client, ByteBuffer.wrap(body));
        client.shutdownOutput();
        drain(client);
    }

    /** Unread input would turn the close into a reset, and the client would never read its answer. */
    private static void drain(SocketChannel client) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(LONGEST_HEAD);
        for (int read = 0, total = 0; read >= 0 && total < LONGEST_DRAIN; total += read) {
            read = client.read(buffer.clear());
        }
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Ends with all its connections. */
    @Override
    public void close() throws IOException {
        loop.close();
    }
}
