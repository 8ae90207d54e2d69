package dev.alfred.local.forge.error;

/** A request this forge refuses, with the status Forgejo gives for it. */
public final class ForgeError extends RuntimeException {

    private final int status;

    private ForgeError(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    public int status() {
        return status;
    }

    public static ForgeError badRequest(String message) {
        return new ForgeError(400, message);
    }

    public static ForgeError unauthorized(String message) {
        return new ForgeError(401, message);
    }

    public static ForgeError forbidden(String message) {
        return new ForgeError(403, message);
    }

    public static ForgeError notFound() {
        return new ForgeError(404, "The target couldn't be found.");
    }

    public static ForgeError notAllowed(String message) {
        return new ForgeError(405, message);
    }

    public static ForgeError conflict(String message) {
        return new ForgeError(409, message);
    }

    public static ForgeError invalid(String message) {
        return new ForgeError(422, message);
    }
}
