package dev.alfred.mailbox.phase.model;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

import dev.alfred.mailbox.setting.model.EffectiveSettings;

/**
 * What a decision may depend on besides mailbox, input and facts.
 *
 * @param event the id of the mailbox event that is decided
 * @param run the id that a run would get if one started
 * @param wantedBranch the name that the branch gets if nobody bears it, made from the title of now
 * @param takenBranches the names of the project's other mailboxes' branches
 * @param baseBranch what work starts from and is merged into
 * @param emptyRepository whether the project has no commit to start from
 */
public record Circumstances(
        EffectiveSettings settings,
        Bot bot,
        Instant now,
        UUID event,
        UUID run,
        String wantedBranch,
        Set<String> takenBranches,
        String baseBranch,
        boolean emptyRepository) {
    public Circumstances {
        takenBranches = Set.copyOf(takenBranches);
    }
}
