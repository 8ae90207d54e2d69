package dev.alfred.local.model.script;

import java.time.Duration;
import java.util.Optional;

import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Marks;
import dev.alfred.local.model.script.Reply.Step;

/**
 * Decides a reply from the conversation and from how often its last prompt has failed as ordered: orders in double
 * brackets first, then the phase of an Alfred prompt, else the marks that were seen, else an echo. Pure, and without a
 * word of any protocol.
 */
public final class Script {

    private static final int ECHOED = 80;

    private Script() {}

    public static Reply reply(Conversation conversation, int failedBefore) {
        if (conversation.isSideCall()) {
            return Reply.of(new Step.Say("Scripted session"));
        }
        Directives orders = Directives.in(conversation.lastPrompt());
        Optional<OrderedError> error = orders.error().filter(ordered -> failedBefore < ordered.times());
        Step step = step(conversation, orders);
        boolean first = conversation.results().isEmpty();
        boolean last = step instanceof Step.Say;
        if (error.filter(ordered -> last || !ordered.late()).isPresent()) {
            return Reply.of(new Step.Fail(error.get().status(), error.get().headers()));
        }
        return new Reply(step, first ? orders.sleep() : Duration.ZERO, last && orders.cut(), orders.usage());
    }

    private static Step step(Conversation conversation, Directives orders) {
        if (orders.decide()) {
            return ordered(conversation, orders);
        }
        Optional<Prompt> prompt = Prompt.of(conversation);
        if (prompt.isPresent() && conversation.shell().isPresent()) {
            return PhaseScript.next(prompt.get(), conversation);
        }
        return new Step.Say(unasked(conversation));
    }

    private static Step ordered(Conversation conversation, Directives orders) {
        int done = conversation.results().size();
        if (done < orders.calls().size()) {
            Step call = orders.calls().get(done);
            if (!(call instanceof Step.Run) || conversation.shell().isPresent()) {
                return call;
            }
        }
        return orders.hang() ? new Step.Hang() : new Step.Say(orders.text().orElseGet(() -> unasked(conversation)));
    }

    private static String unasked(Conversation conversation) {
        return Marks.in(conversation.lastPrompt()).isEmpty()
                ? echo(conversation)
                : "seen " + String.join(",", conversation.marks());
    }

    /** Says how much of a conversation it was shown, so that its reader can tell memory from its lack. */
    private static String echo(Conversation conversation) {
        String prompt = conversation.lastPrompt().strip();
        String start = prompt.substring(0, Math.min(ECHOED, prompt.length())).replaceAll("\\s+", " ");
        return "Scripted reply; " + conversation.earlier().size() + " earlier turns. You said: " + start;
    }
}
