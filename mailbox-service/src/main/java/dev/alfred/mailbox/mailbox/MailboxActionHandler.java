package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RunWish;
import dev.alfred.mailbox.audit.AuditTrail;
import dev.alfred.mailbox.mailbox.ImmediateDecisionHandler.Decided;
import dev.alfred.mailbox.phase.model.Command;
import dev.alfred.mailbox.phase.model.Input;

/** Decides what operators ask for by REST, at once and audited. */
@ApplicationScoped
public class MailboxActionHandler {
    private final ImmediateDecisionHandler decisions;
    private final AuditTrail audit;

    MailboxActionHandler(ImmediateDecisionHandler decisions, AuditTrail audit) {
        this.decisions = decisions;
        this.audit = audit;
    }

    /** Empty where there is no such mailbox. The same idempotency key gets the same answer. */
    @Transactional
    Optional<Decided> command(MailboxKey key, Command command, String by, String idempotencyKey) {
        var input = new Input.Commanded(command, by, Instant.now());
        Optional<Decided> decided = decisions.asked(key, input, by, subject(idempotencyKey));
        decided.ifPresent(result -> audit(key, "command." + command.word(), by, result));
        return decided;
    }

    @Transactional
    Optional<Decided> wish(MailboxKey key, RunWish wish, String idempotencyKey) {
        var input = new Input.RunWished(wish.phase(), wish.text(), wish.requestedBy(), Instant.now());
        Optional<Decided> decided = decisions.asked(key, input, wish.requestedBy(), subject(idempotencyKey));
        decided.ifPresent(result -> audit(key, "run.wished", wish.requestedBy(), result));
        return decided;
    }

    private void audit(MailboxKey key, String action, String by, Decided result) {
        audit.record(by, action, "mailbox:" + key, result.outcome().wire(), result.reason());
    }

    private static String subject(String idempotencyKey) {
        return idempotencyKey == null ? null : "idempotency:" + idempotencyKey;
    }
}
