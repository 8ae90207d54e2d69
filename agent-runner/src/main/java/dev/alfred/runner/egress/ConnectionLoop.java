package dev.alfred.runner.egress;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Accepts connections, each on a virtual thread of its own, at most a fixed number at once; the rest wait in the backlog. */
final class ConnectionLoop implements AutoCloseable {
    private static final int MOST_AT_ONCE = 512;

    private final ServerSocketChannel server;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);

    private ConnectionLoop(ServerSocketChannel server) {
        this.server = server;
    }

    /** Takes a bound channel; the handler owns each connection and returns when it is done with it. */
    static ConnectionLoop start(ServerSocketChannel server, Consumer<SocketChannel> handler) {
        ConnectionLoop loop = new ConnectionLoop(server);
        Thread.ofVirtual().name("egress-accept").start(() -> loop.accept(handler));
        return loop;
    }

    private void accept(Consumer<SocketChannel> handler) {
        while (server.isOpen()) {
            places.acquireUninterruptibly();
            try {
                SocketChannel connection = server.accept();
                open.add(connection);
                Thread.ofVirtual().name("egress").start(() -> serve(connection, handler));
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                // This one connection failed before it was ours (reset, out of descriptors): the next may do better.
                places.release();
            }
        }
    }

    private void serve(SocketChannel connection, Consumer<SocketChannel> handler) {
        try (connection) {
            handler.accept(connection);
        } catch (IOException e) {
            // Closing what the peer has closed.
            return;
        } finally {
            open.remove(connection);
            places.release();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel connection : open) {
            connection.close();
        }
    }
}
