package dev.alfred.runner.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads lines of JSON in bounded memory: a string inside that is longer than a bound is cut (and stays a valid string),
 * a line that is too long even so is skipped and counted.
 */
public final class JsonLineReader {
    /** Longer strings are cut: above what one text may hold anywhere in Alfred. */
    public static final int STRING_BYTES = 512 * 1024;

    public static final int LINE_BYTES = 4 * 1024 * 1024;

    private static final int UNICODE_DIGITS = 4;

    private final InputStream in;
    private final byte[] buffer = new byte[64 * 1024];
    private int position;
    private int filled;
    private long skipped;

    private ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean overflow;
    private boolean inString;
    private boolean escaped;
    private boolean cutting;
    private int unicodeLeft;
    private int stringLength;

    public JsonLineReader(InputStream in) {
        this.in = in;
    }

    /** The next line without its end, or empty at the end of the stream. */
    public Optional<byte[]> next() throws IOException {
        while (true) {
            if (position == filled) {
                filled = in.read(buffer);
                position = 0;
                if (filled < 0) {
                    filled = 0;
                    return line.size() > 0 && !overflow ? Optional.of(take()) : Optional.empty();
                }
            }
            while (position < filled) {
                byte b = buffer[position++];
                if (b == '\n') {
                    boolean whole = !overflow;
                    byte[] read = take();
                    if (whole) {
                        return Optional.of(read);
                    }
                    skipped++;
                } else {
                    accept(b);
                }
            }
        }
    }

    /** How many lines were too long to be kept. */
    public long skipped() {
        return skipped;
    }

    private byte[] take() {
        byte[] taken = line.toByteArray();
        line = taken.length > buffer.length ? new ByteArrayOutputStream() : line;
        line.reset();
        overflow = false;
        inString = false;
        escaped = false;
        cutting = false;
        unicodeLeft = 0;
        return taken;
    }

    private void accept(byte b) {
        if (!inString) {
            inString = b == '"';
            stringLength = 0;
            cutting = false;
            keep(b);
            return;
        }
        boolean atBoundary = !escaped && unicodeLeft == 0 && (b & 0xC0) != 0x80;
        if (atBoundary && stringLength >= STRING_BYTES) {
            cutting = true;
        }
        if (escaped) {
            escaped = false;
            unicodeLeft = b == 'u' ? UNICODE_DIGITS : 0;
        } else if (unicodeLeft > 0) {
            unicodeLeft--;
        } else if (b == '\\') {
            escaped = true;
        } else if (b == '"') {
            inString = false;
            keep(b);
            return;
        }
        stringLength++;
        if (!cutting) {
            keep(b);
        }
    }

    private void keep(byte b) {
        if (line.size() >= LINE_BYTES) {
            overflow = true;
        } else {
            line.write(b);
        }
    }
}
