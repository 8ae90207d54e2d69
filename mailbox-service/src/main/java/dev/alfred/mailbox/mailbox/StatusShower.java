package dev.alfred.mailbox.mailbox;

import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.mailbox.forge.model.ForgeWrite;
import dev.alfred.mailbox.mailbox.model.StatusText;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.phase.model.MailboxState;

/** Shows on the forge where a mailbox stands, whenever that changed and Alfred has to do with the issue. */
@ApplicationScoped
public class StatusShower {
    private final MailboxRepository mailboxes;
    private final EffectRunner effects;

    StatusShower(MailboxRepository mailboxes, EffectRunner effects) {
        this.mailboxes = mailboxes;
        this.effects = effects;
    }

    @Transactional(TxType.MANDATORY)
    void show(MailboxState mailbox, UUID cause, DecisionScope scope) {
        StatusText.of(mailbox).ifPresent(status -> {
            String shown = status.label() + "\n" + status.text();
            if (!shown.equals(mailboxes.shown(mailbox.key()))) {
                mailboxes.shown(mailbox.key(), shown);
                effects.write(
                        mailbox,
                        cause,
                        scope,
                        new ForgeWrite.UpdateStatus(mailbox.issue().iid(), status.label(), status.text()));
            }
        });
    }
}
