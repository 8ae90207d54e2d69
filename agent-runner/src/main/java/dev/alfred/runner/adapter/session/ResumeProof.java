package dev.alfred.runner.adapter.session;

/** What the state says after a resume. */
public sealed interface ResumeProof {
    /** The same conversation went on. */
    record Proven() implements ResumeProof {}

    /** The conversation is as it was: nothing was added to it. */
    record NotGrown() implements ResumeProof {}

    /** What went on is not the conversation that was there. */
    record Lost(String detail) implements ResumeProof {}
}
