package dev.alfred.runner.mirror;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A file of git's object store that never changes, as it was when it was taken.
 *
 * @param checksum CRC-32C: against what goes wrong, not against anybody
 */
record PackFile(String name, long size, int checksum) {
    private static final Pattern LINE =
            Pattern.compile("([0-9a-f]{8}) ([0-9]{1,18}) (pack-(?:[0-9a-f]{40}|[0-9a-f]{64})\\.(?:pack|idx))");
    private static final int BUFFER = 256 * 1024;

    /** As {@link #line} wrote it; empty where it is nothing of the kind. */
    static Optional<PackFile> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new PackFile(
                        matcher.group(3), Long.parseLong(matcher.group(2)), HexFormat.fromHexDigits(matcher.group(1))))
                : Optional.empty();
    }

    String line() {
        return "%s %d %s".formatted(HexFormat.of().toHexDigits(checksum), size, name);
    }

    /** Copies a regular file, no link, and says what was copied. Never links: who may write the copy must not reach it. */
    static PackFile copy(Path from, Path to) throws IOException {
        if (!Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(from.getFileName() + " is no regular file");
        }
        CRC32C sum = new CRC32C();
        long size = 0;
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(from, LinkOption.NOFOLLOW_LINKS);
                OutputStream out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                sum.update(buffer, 0, read);
                size += read;
            }
        }
        return new PackFile(from.getFileName().toString(), size, (int) sum.getValue());
    }
}
