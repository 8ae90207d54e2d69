package dev.alfred.ingest.forge;

/**
 * A webhook's body in its two shapes.
 *
 * @param raw the bytes as they came
 * @param payload the JSON text in it: the same bytes, or the decoded {@code payload} field of a form
 */
public record SignedBody(byte[] raw, byte[] payload) {
    public static SignedBody json(byte[] raw) {
        return new SignedBody(raw, raw);
    }
}
