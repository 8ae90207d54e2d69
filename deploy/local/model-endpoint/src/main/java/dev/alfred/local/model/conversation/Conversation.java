package dev.alfred.local.model.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a model is asked to continue, freed from its protocol. The last prompt is the newest thing a person said;
 * what tools answered since then tells a stateless script how far it is.
 */
public record Conversation(List<Turn> turns, List<Tool> tools) {

    private static final List<String> SHELLS = List.of("Bash", "bash", "shell_command", "exec_command", "shell");

    /** Requests without tools are the client's own side calls, for a title or a summary. */
    public boolean isSideCall() {
        return tools.isEmpty();
    }

    public Optional<Tool> shell() {
        return SHELLS.stream()
                .flatMap(name -> tools.stream().filter(tool -> tool.name().equals(name)))
                .findFirst();
    }

    /** The text of the newest turn in which the user's side said something beside tool results. */
    public String lastPrompt() {
        int at = lastPromptIndex();
        return at < 0 ? "" : turns.get(at).text();
    }

    /** Everything before the last prompt. */
    public List<Turn> earlier() {
        return turns.subList(0, Math.max(0, lastPromptIndex()));
    }

    /** What tools answered since the last prompt, oldest first. */
    public List<Part.ToolResult> results() {
        List<Part.ToolResult> results = new ArrayList<>();
        for (Turn turn : turns.subList(Math.max(0, lastPromptIndex()), turns.size())) {
            for (Part part : turn.parts()) {
                if (part instanceof Part.ToolResult result) {
                    results.add(result);
                }
            }
        }
        return results;
    }

    private int lastPromptIndex() {
        for (int at = turns.size() - 1; at >= 0; at--) {
            Turn turn = turns.get(at);
            if (turn.role() == Turn.Role.USER
                    && !turn.hasResults()
                    && !turn.text().isBlank()) {
                return at;
            }
        }
        return -1;
    }
}
