package dev.alfred.local.model.conversation;

import java.util.List;
import java.util.stream.Collectors;

/** One turn of a conversation. */
public record Turn(Role role, List<Part> parts) {

    /** Who speaks. Results of tools are said by the user's side. */
    public enum Role {
        USER,
        ASSISTANT
    }

    public String text() {
        return parts.stream()
                .filter(Part.Text.class::isInstance)
                .map(part -> ((Part.Text) part).text())
                .collect(Collectors.joining("\n"));
    }

    /** Reminders and the like, which nobody said. */
    boolean isOfTheClientAlone() {
        return role == Role.USER && !hasResults() && text().isBlank();
    }

    public boolean hasResults() {
        return parts.stream().anyMatch(Part.ToolResult.class::isInstance);
    }
}
