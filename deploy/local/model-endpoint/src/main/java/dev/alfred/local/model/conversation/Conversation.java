package dev.alfred.local.model.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a model is asked to continue, freed from its protocol and from turns in which only the client spoke. The last prompt is the newest thing a person said;
 * what tools answered since then tells a stateless script how far it is.
 *
 * @param marks the {@code MARK-…} words of the whole request, each once, in order
 */
public record Conversation(List<Turn> turns, List<Tool> tools, List<String> marks) {

    private static final List<String> SHELLS =
            List.of("Bash", "bash", "shell_command", "exec_command", "shell", "local_shell", "run_terminal_command");

    public Conversation {
        turns = turns.stream().filter(turn -> !turn.isOfTheClientAlone()).toList();
        tools = List.copyOf(tools);
        marks = List.copyOf(marks);
    }

    public Conversation(List<Turn> turns, List<Tool> tools) {
        this(turns, tools, List.of());
    }

    /** The client's own calls for a title or a summary: without tools, or with nothing new that a person said. */
    public boolean isSideCall() {
        return tools.isEmpty() || !hasSomethingNew();
    }

    public Optional<Tool> shell() {
        return SHELLS.stream()
                .flatMap(name -> tools.stream().filter(tool -> tool.name().equals(name)))
                .findFirst();
    }

    /** The newest text of the user's side. A client may put several prompts into one turn, of which it is the last. */
    public String lastPrompt() {
        return lastPromptPlace().map(place -> place.text(turns)).orElse("");
    }

    /** The turns before the one with the last prompt. */
    public List<Turn> earlier() {
        return turns.subList(0, lastPromptPlace().map(Place::turn).orElse(0));
    }

    /** What tools answered since the last prompt, oldest first. */
    public List<Part.ToolResult> results() {
        Place since = lastPromptPlace().orElse(new Place(0, -1));
        List<Part.ToolResult> results = new ArrayList<>();
        for (int turn = since.turn(); turn < turns.size(); turn++) {
            List<Part> parts = turns.get(turn).parts();
            for (Part part : parts.subList(turn == since.turn() ? since.part() + 1 : 0, parts.size())) {
                if (part instanceof Part.ToolResult result) {
                    results.add(result);
                }
            }
        }
        return results;
    }

    private boolean hasSomethingNew() {
        for (Turn turn : turns.reversed()) {
            if (turn.role() == Turn.Role.ASSISTANT) {
                return false;
            }
            if (turn.hasResults() || !turn.text().isBlank()) {
                return true;
            }
        }
        return false;
    }

    private Optional<Place> lastPromptPlace() {
        for (int turn = turns.size() - 1; turn >= 0; turn--) {
            if (turns.get(turn).role() == Turn.Role.USER) {
                List<Part> parts = turns.get(turn).parts();
                for (int part = parts.size() - 1; part >= 0; part--) {
                    if (parts.get(part) instanceof Part.Text text
                            && !text.text().isBlank()) {
                        return Optional.of(new Place(turn, part));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private record Place(int turn, int part) {
        String text(List<Turn> turns) {
            return ((Part.Text) turns.get(turn).parts().get(part)).text();
        }
    }
}
