package dev.alfred.local.model.script;

import java.io.IOException;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PhaseScriptTest {

    private static final String TITLE = "Greet people by name";
    private static final String WISH =
            "`greet.sh` says *Hello* to nobody.\n\nIt should greet the name that it is given.";

    @TempDir
    Path repository;

    @TempDir
    Path outside;

    private AgentDriver agent;
    private String result;

    @BeforeEach
    void aSmallRepository() {
        agent = new AgentDriver(repository);
        result = outside.resolve("out/result.json").toString();
        agent.shell(
                "git init -q -b main && printf '#!/bin/sh\\necho \"Hello\"\\n' > greet.sh && echo '# Greeter' > README.md"
                        + " && git add -A && git -c user.name=T -c user.email=t@t.localhost commit -q -m First");
    }

    @Test
    void plansWithoutChangingAnything() throws IOException {
        agent.prompt(Prompts.full("analysis", TITLE, WISH, result));
        assertThat(agent.shell("git status --short; git rev-list --count HEAD")).isEqualTo("1");
        assertThat(handedBack().path("outcome").asText()).isEqualTo("done");
        assertThat(handedBack().path("text").asText()).contains("PLAN-", TITLE, "`greet.sh`");
    }

    @Test
    void developsWhatTheIssueAsksForAndCommitsIt() throws IOException {
        agent.prompt(Prompts.full("development", TITLE, WISH, result));
        assertThat(agent.shell("git status --short")).isEmpty();
        assertThat(agent.shell("git log -1 --format=%s")).isEqualTo(TITLE);
        assertThat(agent.shell("sh greet.sh Ada; sh greet.sh")).isEqualTo("Hello, Ada\nHello");
        assertThat(handedBack().at("/mergeRequest/title").asText()).isEqualTo(TITLE);
    }

    @Test
    void remembersInAnAnswerWhatTheConversationHolds() throws IOException {
        agent.prompt(Prompts.full("analysis", TITLE, WISH, result));
        String plan = handedBack().path("text").asText().replaceAll("(?s).*(PLAN-[0-9a-f]{8}).*", "$1");
        agent.prompt(Prompts.full("development", TITLE, WISH, result));
        assertThat(handedBack().path("text").asText()).contains("Following " + plan);
        agent.prompt(Prompts.question("which plan did you follow, and why?", result));
        assertThat(handedBack().path("text").asText()).contains(plan, "CHANGE-", TITLE, "which plan did you follow");
    }

    @Test
    void saysThatItRemembersNothingInAFreshConversation() throws IOException {
        agent.prompt(Prompts.full("analysis", TITLE, WISH, result));
        agent.forget();
        agent.prompt(Prompts.question("which plan?", result));
        assertThat(handedBack().path("text").asText())
                .contains("I remember nothing")
                .doesNotContain("PLAN-");
    }

    @Test
    void copesWithQuotesNewlinesAndEmojiOfAnySize() throws IOException {
        String title = "It's \"`$(touch hacked)`\" 🚀 '; exit 1 #";
        String wish = "'\"\\\n".repeat(60_000);
        agent.prompt(Prompts.full("analysis", title, wish, result));
        agent.prompt(Prompts.full("development", title, wish, result));
        assertThat(agent.shell("git log -1 --format=%s")).isEqualTo(title);
        assertThat(handedBack().at("/mergeRequest/title").asText()).isEqualTo(title);
        assertThat(agent.shell("ls")).doesNotContain("hacked");
    }

    @Test
    void editsSourcesOfOtherLanguages() {
        agent.prompt(Prompts.full("development", "Greet in Java", "A new `src/Greeter.java`", result));
        agent.prompt(Prompts.full("development", "Greet twice", "In `src/Greeter.java` again", result));
        assertThat(agent.shell("cat src/Greeter.java"))
                .startsWith("/** Greet in Java. */\nclass Greeter {")
                .contains("greetInJava", "greetTwice")
                .endsWith("}");
        agent.prompt(Prompts.full("development", "Greet in JS", "Add `greet.js`", result));
        assertThat(
                        agent.shell(
                                "node --input-type=module -e \"import {greetInJs} from './greet.js'; console.log(greetInJs('Ada'))\""))
                .isEqualTo("Hello, Ada");
    }

    @Test
    void mergesTheBaseAndKeepsBothSides() {
        agent.shell(
                "git config user.name T; git config user.email t@t.localhost; git clone -q --bare . ../"
                        + outside.getFileName() + "/origin.git; git remote add origin " + outside + "/origin.git;"
                        + "git switch -q -c agent/x; echo ours >> README.md; git commit -qam ours; git switch -q main;"
                        + "echo theirs >> README.md; git commit -qam theirs; git push -q origin main; git fetch -q; git switch -q agent/x");
        agent.prompt(Prompts.full("conflict_resolution", TITLE, WISH, result));
        assertThat(agent.shell("git status --short; cat README.md")).isEqualTo("# Greeter\nours\ntheirs");
        assertThat(agent.shell("git rev-list --count --merges HEAD")).isEqualTo("1");
    }

    private JsonNode handedBack() throws IOException {
        return new ObjectMapper().readTree(Path.of(result).toFile());
    }
}
