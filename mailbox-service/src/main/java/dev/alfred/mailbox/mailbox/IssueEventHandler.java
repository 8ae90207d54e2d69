package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.mailbox.mailbox.model.EventKind;
import dev.alfred.mailbox.mailbox.model.NewMailboxEvent;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.phase.model.FactNeed;
import dev.alfred.mailbox.phase.model.FactsPlanner;
import dev.alfred.mailbox.phase.model.Ignored;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.mailbox.phase.model.Outcome;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.mailbox.project.store.ProjectRepository;
import dev.alfred.messaging.Envelope;
import dev.alfred.messaging.Inbox;
import dev.alfred.messaging.UuidV7;
import org.jboss.logging.Logger;

/** Stores each issue event with its mailbox and with what has to be found out; the decision comes later. */
@ApplicationScoped
public class IssueEventHandler {
    private static final Logger LOG = Logger.getLogger(IssueEventHandler.class);

    private final Inbox inbox;
    private final ProjectRepository projects;
    private final MailboxRepository mailboxes;
    private final MailboxEventRepository events;
    private final DecisionScopes scopes;
    private final MailboxMetrics metrics;
    private final Event<MailboxesChanged> changed;

    IssueEventHandler(
            Inbox inbox,
            ProjectRepository projects,
            MailboxRepository mailboxes,
            MailboxEventRepository events,
            DecisionScopes scopes,
            MailboxMetrics metrics,
            Event<MailboxesChanged> changed) {
        this.inbox = inbox;
        this.projects = projects;
        this.mailboxes = mailboxes;
        this.events = events;
        this.scopes = scopes;
        this.metrics = metrics;
        this.changed = changed;
    }

    @Transactional
    public void handle(Envelope<IssueEvent> message) {
        if (!inbox.firstTime(IssueEventConsumer.NAME, message.id())) {
            return;
        }
        IssueEvent event = message.payload();
        Optional<Project> project = projects.findByRepository(
                event.context().connection(), event.context().repositoryId());
        if (project.isEmpty()) {
            ignore(event, null, null, Ignored.UNKNOWN_PROJECT);
        } else if (event.issue().mergeRequest()) {
            ignore(event, null, project.get(), Ignored.MERGE_REQUEST);
        } else {
            store(event, project.get());
        }
    }

    private void store(IssueEvent event, Project project) {
        MailboxKey key = MailboxKey.issue(project.keySlug(), event.issue().iid());
        Instant now = Instant.now();
        mailboxes.openIfAbsent(MailboxState.opened(key, project.id(), event.issue()), now);
        MailboxState mailbox = mailboxes.lock(key).orElseThrow();
        String subject = MailboxMessages.subject(event);
        if (subject != null && events.about(key, subject).isPresent()) {
            ignore(event, key, project, Ignored.ALREADY_TRIED);
            return;
        }
        DecisionScope scope = scopes.of(project);
        Input input = new Input.IssueHappened(event);
        Set<FactNeed> needs =
                FactsPlanner.plan(mailbox, input, scope.bot(), scope.settings().triggerLabel());
        Instant decideAt = now.plus(scope.settings().coalesce());
        events.add(stored(event, key, project, subject, needs, now, decideAt));
        changed.fire(new MailboxesChanged(decideAt));
    }

    private void ignore(IssueEvent event, MailboxKey key, Project project, Ignored why) {
        Instant now = Instant.now();
        events.addDecided(stored(event, key, project, null, Set.of(), now, now), Outcome.IGNORE, why.wire(), null);
        metrics.decided(EventKind.of(event), Outcome.IGNORE);
        LOG.infof(
                "Decided: connection=%s repository=%s event=%s decision=ignore reason=%s",
                event.context().connection(),
                event.context().repositoryId(),
                EventKind.of(event).wire(),
                why.wire());
    }

    private static NewMailboxEvent stored(
            IssueEvent event,
            MailboxKey key,
            Project project,
            String subject,
            Set<FactNeed> needs,
            Instant now,
            Instant decideAt) {
        UUID id = UuidV7.next();
        return new NewMailboxEvent(
                id,
                key,
                project == null ? null : project.id(),
                event.context().connection(),
                event.context().delivery(),
                subject,
                MailboxMessages.login(event),
                new Input.IssueHappened(event),
                needs,
                event.context().occurredAt() == null ? now : event.context().occurredAt(),
                now,
                decideAt);
    }
}
