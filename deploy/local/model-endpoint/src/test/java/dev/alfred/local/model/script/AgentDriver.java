package dev.alfred.local.model.script;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Part;
import dev.alfred.local.model.conversation.Tool;
import dev.alfred.local.model.conversation.Turn;
import dev.alfred.local.model.script.Reply.Step;

import static org.assertj.core.api.Assertions.assertThat;

/** A client in miniature: it shows the script a growing conversation and really runs what the script orders. */
final class AgentDriver {

    private static final int MOST_STEPS = 20;

    private final Path directory;
    private final List<Turn> turns = new ArrayList<>();

    AgentDriver(Path directory) {
        this.directory = directory;
    }

    String prompt(String text) {
        turns.add(new Turn(Turn.Role.USER, List.of(new Part.Text(text))));
        for (int step = 0; step < MOST_STEPS; step++) {
            switch (Script.reply(conversation(), 0).step()) {
                case Step.Say say -> {
                    turns.add(new Turn(Turn.Role.ASSISTANT, List.of(new Part.Text(say.text()))));
                    return say.text();
                }
                case Step.Run run -> run(run);
                case Step.Call call -> throw new AssertionError("the script calls " + call.tool());
                case Step.Fail fail -> throw new AssertionError("the script failed with " + fail.status());
                case Step.Hang hang -> throw new AssertionError("the script hangs");
            }
        }
        throw new AssertionError("the script does not come to an end");
    }

    void forget() {
        turns.clear();
    }

    String shell(String command) {
        try {
            ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true);
            builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
            builder.environment().put("GIT_CONFIG_SYSTEM", "/dev/null");
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor()).as("%s%n%s", command, output).isZero();
            return output.strip();
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private void run(Step.Run run) {
        turns.add(new Turn(
                Turn.Role.ASSISTANT, List.of(new Part.Text(run.sentence()), new Part.ToolCall("1", "Bash", null))));
        turns.add(new Turn(Turn.Role.USER, List.of(new Part.ToolResult("1", shell(run.command()), false))));
    }

    private Conversation conversation() {
        return new Conversation(List.copyOf(turns), List.of(new Tool("Bash", new ObjectMapper().createObjectNode())));
    }
}
