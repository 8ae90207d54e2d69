package dev.alfred.mailbox.mailbox;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.MailboxStatus;
import dev.alfred.mailbox.mailbox.MailboxViews.EventPage;
import dev.alfred.mailbox.mailbox.MailboxViews.EventView;
import dev.alfred.mailbox.mailbox.MailboxViews.MailboxPage;
import dev.alfred.mailbox.mailbox.MailboxViews.MailboxView;
import dev.alfred.mailbox.mailbox.model.MailboxEventRecord;
import dev.alfred.mailbox.mailbox.model.MailboxOverview;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository.MailboxCursor;
import dev.alfred.mailbox.mailbox.store.MailboxRepository.MailboxFilter;
import dev.alfred.mailbox.mailbox.store.MailboxRunRepository;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.mailbox.project.store.ProjectRepository;

/** Reads mailboxes and their events for REST. */
@ApplicationScoped
public class MailboxQueries {
    private final MailboxRepository mailboxes;
    private final MailboxEventRepository events;
    private final MailboxRunRepository runs;
    private final ProjectRepository projects;

    MailboxQueries(
            MailboxRepository mailboxes,
            MailboxEventRepository events,
            MailboxRunRepository runs,
            ProjectRepository projects) {
        this.mailboxes = mailboxes;
        this.events = events;
        this.runs = runs;
        this.projects = projects;
    }

    @Transactional
    Optional<MailboxView> find(MailboxKey key) {
        return mailboxes.overview(key).map(found -> MailboxViews.mailbox(found, project(found), runs.of(key)));
    }

    @Transactional
    boolean exists(MailboxKey key) {
        return mailboxes.find(key).isPresent();
    }

    @Transactional
    Optional<UUID> project(String organization, String slug) {
        return projects.find(organization, slug).map(Project::id);
    }

    /** @param cursor the key of the last mailbox of the page before, or null */
    @Transactional
    MailboxPage list(MailboxStatus status, MailboxKind kind, UUID project, MailboxKey cursor, int limit) {
        MailboxCursor before = cursor == null
                ? null
                : mailboxes
                        .overview(cursor)
                        .map(last -> new MailboxCursor(last.updatedAt(), cursor))
                        .orElseThrow(MailboxResource::badCursor);
        List<MailboxOverview> found = mailboxes.list(new MailboxFilter(status, kind, project), before, limit + 1);
        boolean more = found.size() > limit;
        List<MailboxView> items = found.stream()
                .limit(limit)
                .map(overview -> MailboxViews.mailbox(overview, project(overview), null))
                .toList();
        return new MailboxPage(items, more ? items.getLast().key() : null);
    }

    /** @param before the position that the page begins below, or null for the latest */
    @Transactional
    EventPage events(MailboxKey key, Long before, int limit) {
        List<MailboxEventRecord> found = events.of(key, before, limit + 1);
        boolean more = found.size() > limit;
        List<MailboxEventRecord> items = more ? found.subList(0, limit) : found;
        return new EventPage(
                items.stream().map(MailboxViews::event).toList(),
                more ? String.valueOf(items.getLast().position()) : null);
    }

    @Transactional
    List<EventView> ofDelivery(UUID delivery) {
        return events.ofDelivery(delivery).stream().map(MailboxViews::event).toList();
    }

    private Project project(MailboxOverview overview) {
        return projects.find(overview.state().project()).orElseThrow();
    }
}
