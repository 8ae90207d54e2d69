package dev.alfred.runner.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A file that somebody hostile may replace or write to at this very moment: no link is followed, a pipe in its place holds
 * nobody up, and no more is read than it held when it was opened.
 */
public final class UntrustedFile {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private UntrustedFile() {}

    public static InputStream open(Path file) throws IOException {
        return open(file, PATIENCE);
    }

    static InputStream open(Path file, Duration patience) throws IOException {
        FileChannel channel = channel(file, patience);
        return new Bounded(Channels.newInputStream(channel), channel.size());
    }

    /** On a thread of its own, since opening a pipe waits for somebody who writes into it. */
    private static FileChannel channel(Path file, Duration patience) throws IOException {
        CompletableFuture<FileChannel> opening = new CompletableFuture<>();
        Thread opener = new Thread(() -> opened(file, opening), "open");
        opener.setDaemon(true);
        opener.start();
        try {
            return opening.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            opening.cancel(false);
            throw new IOException("it can't be opened: something else has taken its place", e);
        } catch (ExecutionException e) {
            throw new IOException("it can't be opened", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static void opened(Path file, CompletableFuture<FileChannel> opening) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            if (!opening.complete(channel)) {
                channel.close();
            }
        } catch (IOException e) {
            opening.completeExceptionally(e);
        }
    }

    /** Ends where the file ended when it was opened. */
    private static final class Bounded extends FilterInputStream {
        private long left;

        Bounded(InputStream in, long size) {
            super(in);
            this.left = size;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left <= 0) {
                return -1;
            }
            int read = in.read(buffer, offset, (int) Math.min(length, left));
            left -= Math.max(0, read);
            return read;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = in.skip(Math.min(bytes, left));
            left -= skipped;
            return skipped;
        }
    }
}
