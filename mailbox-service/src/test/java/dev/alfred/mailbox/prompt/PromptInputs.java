package dev.alfred.mailbox.prompt;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.prompt.model.PromptInput;
import dev.alfred.mailbox.prompt.model.PromptInput.OutsiderTexts;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptComment;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptIssue;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptRequest;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptSince;
import dev.alfred.mailbox.prompt.model.PromptInput.Voice;

/** Builds prompt inputs in the words of the domain. */
final class PromptInputs {
    static final UUID RUN = UUID.fromString("01930000-0000-7000-8000-0000000000a1");
    static final UUID EARLIER = UUID.fromString("01930000-0000-7000-8000-0000000000a0");
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Phase phase = Phase.ANALYSIS;
    private String title = "Greet people by name";
    private String body = "The greeting should use the name that is given.\n\n```java\ngreet(\"Ada\");\n```\n";
    private String head;
    private PromptRequest request;
    private final List<PromptComment> conversation = new ArrayList<>();
    private OutsiderTexts outsiders = OutsiderTexts.OMIT_COMMENTS;
    private PromptSince since;
    private String instructions;

    static PromptInputs aPrompt(Phase phase) {
        PromptInputs inputs = new PromptInputs();
        inputs.phase = phase;
        return inputs;
    }

    PromptInputs titled(String text) {
        title = text;
        return this;
    }

    PromptInputs describing(String text) {
        body = text;
        return this;
    }

    PromptInputs atCommit(String commit) {
        head = commit;
        return this;
    }

    PromptInputs asking(String login, String text) {
        request = new PromptRequest(login, text);
        return this;
    }

    PromptInputs told(Voice voice, String login, int minutesAfterNoon, String text) {
        conversation.add(new PromptComment(
                "" + conversation.size(), login, voice, NOON.plusSeconds(60L * minutesAfterNoon), text));
        return this;
    }

    PromptInputs quotingOutsiders() {
        outsiders = OutsiderTexts.QUOTE;
        return this;
    }

    PromptInputs after(ExitReason end, boolean issueChanged) {
        since = new PromptSince(EARLIER, NOON, issueChanged, end);
        return this;
    }

    PromptInputs withInstructions(String text) {
        instructions = text;
        return this;
    }

    PromptInput done() {
        return new PromptInput(
                RUN,
                phase,
                new PromptIssue(7, title, body, "ada"),
                "agent/issue-7-greet-people-by-name",
                "main",
                head,
                request,
                conversation,
                outsiders,
                since,
                instructions);
    }
}
