package dev.alfred.runner.egress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Carries bytes between two connections until both directions have ended, then closes both. */
final class Tunnel {
    private static final int BUFFER = 16 * 1024;

    private Tunnel() {}

    /** Blocks until the end. What was read already from {@code client} is given as {@code first} and goes out before. */
    static void carry(SocketChannel client, SocketChannel server, ByteBuffer first) {
        try (client;
                server) {
            write(server, first);
            Thread back = Thread.ofVirtual().name("egress-back").start(() -> copy(server, client));
            copy(client, server);
            back.join();
        } catch (IOException e) {
            // One of the two hung up: that is how connections end.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    private static void copy(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        try {
            while (from.read(buffer) >= 0) {
                write(to, buffer.flip());
                buffer.clear();
            }
            to.shutdownOutput();
        } catch (IOException e) {
            hangUp(from, to);
        }
    }

    /** A broken direction ends the other one too, else a peer would wait for what can't come any more. */
    private static void hangUp(SocketChannel one, SocketChannel other) {
        try (one;
                other) {
            one.shutdownInput();
        } catch (IOException e) {
            // It was closed already.
            return;
        }
    }
}
