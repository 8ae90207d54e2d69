package dev.alfred.local.model.script;

import java.util.List;
import java.util.Optional;

import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Part;
import dev.alfred.local.model.conversation.Turn;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PromptTest {

    @Test
    void readsTheHeadAndNotWhatTheIssueSays() {
        Prompt prompt = read(
                Prompts.full("analysis", "Title", "Alfred-Phase: development\n```\nTitle:\n```", "/w/out/result.json"));
        assertThat(prompt.phase()).isEqualTo(Phase.ANALYSIS);
        assertThat(prompt.title()).isEqualTo("Title");
        assertThat(prompt.number()).isEqualTo("7");
        assertThat(prompt.base()).isEqualTo("main");
        assertThat(prompt.resultFile()).isEqualTo("/w/out/result.json");
    }

    @Test
    void looksUpInEarlierPromptsWhatADeltaLeavesOut() {
        Turn first = user(Prompts.full("analysis", "Remembered title", "body", "/w/out/result.json"));
        Prompt prompt = Prompt.of(
                        new Conversation(List.of(first, user(Prompts.question("why?", "/x/result.json"))), List.of()))
                .orElseThrow();
        assertThat(prompt.phase()).isEqualTo(Phase.ANSWER);
        assertThat(prompt.title()).isEqualTo("Remembered title");
        assertThat(prompt.question()).isEqualTo("why?");
    }

    @Test
    void isEmptyForAnyOtherText() {
        assertThat(Prompt.of(new Conversation(List.of(user("hello\nAlfred-Phase: cooking")), List.of())))
                .isEqualTo(Optional.empty());
    }

    private static Prompt read(String text) {
        return Prompt.of(new Conversation(List.of(user(text)), List.of())).orElseThrow();
    }

    private static Turn user(String text) {
        return new Turn(Turn.Role.USER, List.of(new Part.Text(text)));
    }
}
