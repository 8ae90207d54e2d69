package dev.alfred.runner.adapter;

import java.io.IOException;

import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;

/** What does a run's piece of work: an agent's CLI, or a model's API. One instance a run. */
public interface LlmAdapter {
    /** What can be done with sessions here. */
    LlmCapabilities capabilities();

    /**
     * Does the work to its end, a silent second start included. Every foreseeable failure is a result; an {@link
     * IOException} is one of this machine.
     */
    LlmResult work(LlmRequest request) throws IOException;
}
