package dev.alfred.messaging;

import java.security.SecureRandom;
import java.util.UUID;

/** Makes UUIDs of version 7 (RFC 9562): sorted by the millisecond they were made in. */
public final class UuidV7 {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000000000000000L;

    private UuidV7() {}

    /** A new id of this moment. */
    public static UUID next() {
        return of(System.currentTimeMillis(), RANDOM.nextLong(), RANDOM.nextLong());
    }

    static UUID of(long epochMillis, long highRandom, long lowRandom) {
        long high = (epochMillis << 16) | VERSION | (highRandom & 0xFFFL);
        long low = VARIANT | (lowRandom & 0x3FFFFFFFFFFFFFFFL);
        return new UUID(high, low);
    }
}
