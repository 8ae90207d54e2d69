package dev.alfred.mailbox.prompt;

import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.mailbox.prompt.model.PromptInput;

/** Writes a run's prompt in its two forms, each at most 256 KiB. The same input gives the same prompts. */
public interface PromptWriter {
    RunPrompts write(PromptInput input);
}
