package dev.alfred.local.model.script;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Part;
import dev.alfred.local.model.conversation.Turn;

/** What earlier assistant turns of the same conversation said; nothing else is known to a stateless script. */
record Memory(Optional<String> plan, Optional<String> change) {

    private static final Pattern PLAN = Pattern.compile("\\bPLAN-[0-9a-f]{8}\\b");
    private static final Pattern CHANGE = Pattern.compile("\\bCHANGE-[0-9a-f]{8}\\b");

    static Memory of(Conversation conversation) {
        List<Turn> said = conversation.earlier().stream()
                .filter(turn -> turn.role() == Turn.Role.ASSISTANT)
                .toList();
        return new Memory(newest(PLAN, said), newest(CHANGE, said));
    }

    boolean nothing() {
        return plan.isEmpty() && change.isEmpty();
    }

    private static Optional<String> newest(Pattern mark, List<Turn> turns) {
        for (Turn turn : turns.reversed()) {
            for (Part part : turn.parts()) {
                if (part instanceof Part.Text text) {
                    Matcher matcher = mark.matcher(text.text());
                    if (matcher.find()) {
                        return Optional.of(matcher.group());
                    }
                }
            }
        }
        return Optional.empty();
    }
}
