package dev.alfred.runner.adapter.codex;

import java.util.Arrays;
import java.util.Optional;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.runner.adapter.AgentVersion;

/** The words with which Codex refuses to resume a session, each with the version that it was first seen in. */
enum ResumeRefusal {
    UNKNOWN("no rollout found for thread id {id}", 117, ResumeFallback.STATE_MISSING),
    UNREADABLE("failed to load rollout `", 117, ResumeFallback.STATE_CORRUPT),
    UNREADABLE_METADATA(
            "failed to read thread: thread-store internal error: failed to read session metadata ",
            147,
            ResumeFallback.STATE_CORRUPT),
    UNREADABLE_DIRECTORY("failed to locate thread id {id}: ", 147, ResumeFallback.STATE_CORRUPT),
    IN_USE("thread {id} already has an active writer", 147, ResumeFallback.RESUME_REFUSED),
    PROVIDER_GONE("This chat uses model provider “", 169, ResumeFallback.RESUME_REFUSED),
    UNWRITABLE(
            "error resuming thread: Fatal error: Codex cannot access session files at ",
            117,
            ResumeFallback.RESUME_REFUSED),
    /** It may not be written, or a version that numbers no records has written to it since one that does. */
    NOT_TO_BE_GONE_ON_WITH(
            "error resuming thread: Fatal error: Failed to initialize session: thread-store internal error:"
                    + " failed to resume local thread recorder: ",
            147,
            ResumeFallback.RESUME_REFUSED);

    private static final String ERROR = "Error: thread/resume: thread/resume failed: ";

    private final String words;
    private final int sinceMinor;
    private final ResumeFallback meaning;

    ResumeRefusal(String words, int sinceMinor, ResumeFallback meaning) {
        this.words = words;
        this.sinceMinor = sinceMinor;
        this.meaning = meaning;
    }

    /** What a start's standard error says about why that session was not resumed, if it is in such words. */
    static Optional<ResumeFallback> in(String stderr, AgentVersion version, String asked) {
        return stderr.lines()
                .filter(line -> line.startsWith(ERROR))
                .map(line -> line.substring(ERROR.length()))
                .flatMap(error -> Arrays.stream(values()).filter(refusal -> refusal.says(error, version, asked)))
                .map(refusal -> refusal.meaning)
                .findFirst();
    }

    private boolean says(String error, AgentVersion version, String asked) {
        String said = words.replace("{id}", asked);
        if (!version.atLeast(0, sinceMinor, 0) || !error.startsWith(said)) {
            return false;
        }
        // An id ends where it ends; a number of the error may follow.
        return !words.endsWith("{id}") || error.equals(said) || error.startsWith(said + " (code ");
    }
}
