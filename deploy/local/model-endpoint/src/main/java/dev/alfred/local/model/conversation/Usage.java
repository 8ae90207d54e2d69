package dev.alfred.local.model.conversation;

/**
 * Plausible token counts: a token for each four characters. What an earlier reply has already seen counts as read
 * from the cache, what is new as written to it.
 */
public record Usage(long input, long cacheWritten, long cacheRead, long output) {

    private static final int CHARACTERS = 4;
    private static final long UNCACHED = 12;

    /** Input as told apart by whoever counts, nothing written to the cache. */
    public static Usage told(long uncached, long cached, long output) {
        return new Usage(uncached, 0, cached, output);
    }

    /** The whole input, as the protocols count it that do not tell it apart. */
    public long wholeInput() {
        return input + cacheWritten + cacheRead;
    }

    /** The body's size stands for the whole input, system prompt and tools included. */
    public static Usage of(Conversation conversation, long bodyBytes, long replyCharacters) {
        long whole = Math.max(1, bodyBytes / CHARACTERS);
        long fresh = Math.min(whole, sinceLastReply(conversation) / CHARACTERS);
        boolean continued = conversation.turns().stream().anyMatch(turn -> turn.role() == Turn.Role.ASSISTANT);
        long uncached = Math.min(whole, UNCACHED);
        long output = Math.max(1, replyCharacters / CHARACTERS);
        if (!continued) {
            return new Usage(uncached, whole - uncached, 0, output);
        }
        long written = Math.max(0, fresh - uncached);
        return new Usage(uncached, written, Math.max(1, whole - uncached - written), output);
    }

    private static long sinceLastReply(Conversation conversation) {
        long characters = 0;
        for (Turn turn : conversation.turns().reversed()) {
            if (turn.role() == Turn.Role.ASSISTANT) {
                return characters;
            }
            characters += turn.parts().stream().mapToLong(Usage::size).sum();
        }
        return characters;
    }

    private static long size(Part part) {
        return switch (part) {
            case Part.Text text -> text.text().length();
            case Part.ToolCall call -> call.input().toString().length();
            case Part.ToolResult result -> result.text().length();
        };
    }
}
