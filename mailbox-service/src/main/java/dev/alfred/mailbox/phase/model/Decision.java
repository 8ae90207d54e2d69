package dev.alfred.mailbox.phase.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What came of one input: the mailbox after it, what else is to happen, and why.
 *
 * @param reason a stable word that people can look up, for instance {@code already_triggered}
 */
public record Decision(MailboxState next, List<Effect> effects, Outcome outcome, String reason) {
    public Decision {
        effects = List.copyOf(effects);
    }

    static Decision of(MailboxState next, Outcome outcome, String reason, Effect... effects) {
        return new Decision(next, List.of(effects), outcome, reason);
    }

    static Decision ignore(MailboxState state, Ignored reason) {
        return of(state, Outcome.IGNORE, reason.wire());
    }

    static Decision keep(MailboxState state, String reason) {
        return of(state, Outcome.KEEP, reason);
    }

    /** Both decisions as one, the second having been made on the first's outcome. */
    Decision then(Decision second) {
        List<Effect> both = new ArrayList<>(effects);
        both.addAll(second.effects());
        Decision telling = second.outcome() == Outcome.IGNORE ? this : second;
        return new Decision(second.next(), both, telling.outcome(), telling.reason());
    }
}
