package dev.alfred.local.forge.hook;

import java.time.Instant;

/** One attempt to tell one hook one happening. It is made once: a receiver that fails has missed it. */
public record Delivery(
        String uuid,
        long hookId,
        long repositoryId,
        HookType type,
        String action,
        String payload,
        Instant queuedAt,
        Outcome outcome,
        Integer responseStatus,
        String detail,
        Long millis) {

    /** How far it came. ATTEMPTED is written before the request, so that a restart doesn't repeat it. */
    public enum Outcome {
        QUEUED,
        ATTEMPTED,
        ANSWERED,
        FAILED,
        DROPPED
    }

    static Delivery queued(
            String uuid, long hookId, long repositoryId, HookType type, String action, String payload, Instant at) {
        return new Delivery(uuid, hookId, repositoryId, type, action, payload, at, Outcome.QUEUED, null, null, null);
    }

    Delivery came(Outcome to) {
        return new Delivery(
                uuid, hookId, repositoryId, type, action, payload, queuedAt, to, responseStatus, detail, millis);
    }

    Delivery answered(int status, String body, long took) {
        return new Delivery(
                uuid, hookId, repositoryId, type, action, payload, queuedAt, Outcome.ANSWERED, status, body, took);
    }

    Delivery failed(String why, long took) {
        return new Delivery(
                uuid, hookId, repositoryId, type, action, payload, queuedAt, Outcome.FAILED, null, why, took);
    }

    public boolean delivered() {
        return outcome == Outcome.ANSWERED && responseStatus / 100 == 2;
    }
}
