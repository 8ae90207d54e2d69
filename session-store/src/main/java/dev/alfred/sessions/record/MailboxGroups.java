package dev.alfred.sessions.record;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.messaging.transaction.GroupCommit;
import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.record.store.ResolutionRepository;
import dev.alfred.sessions.record.store.SessionRepository;
import dev.alfred.sessions.state.model.Pin;
import dev.alfred.sessions.state.store.LifeRepository;
import dev.alfred.sessions.state.store.StateRepository;
import io.quarkus.runtime.StartupEvent;

/**
 * The transactions that questions and records of many mailboxes share (docs/adr/0068), with what they look up read at once.
 * A mailbox that somebody else holds, or whose state is so large that a look at its files takes long, keeps nobody waiting:
 * its transaction is its own.
 */
@ApplicationScoped
class MailboxGroups {
    private static final long LARGE_BYTES = 16L << 20;
    private static final int LANES = 3;

    private final LifeRepository lives;
    private final SessionRepository sessions;
    private final ResolutionRepository resolutions;
    private final StateRepository states;
    private final EntityManager database;
    private final GroupCommit<Ask> group;

    MailboxGroups(
            LifeRepository lives,
            SessionRepository sessions,
            ResolutionRepository resolutions,
            StateRepository states,
            EntityManager database,
            SessionsConfig config) {
        this.lives = lives;
        this.sessions = sessions;
        this.resolutions = resolutions;
        this.states = states;
        this.database = database;
        this.group = new GroupCommit<>("session-writes", LANES, config.together(), this::prepare);
    }

    private record Ask(MailboxKey mailbox, Pin attempt, boolean needsPast) {}

    void start(@Observes StartupEvent event) {
        group.start();
    }

    <T> T together(ResolveSession request, Supplier<T> work) {
        return group.call(new Ask(request.mailbox(), new Pin(request.run(), request.attempt()), true), work);
    }

    <T> T together(RecordSession session, Supplier<T> work) {
        return group.call(new Ask(session.mailbox(), new Pin(session.run(), session.attempt()), false), work);
    }

    private Set<Ask> prepare(Set<Ask> asks) {
        database.setFlushMode(FlushModeType.COMMIT);
        Map<MailboxKey, Ask> byMailbox = new HashMap<>();
        asks.forEach(ask -> byMailbox.putIfAbsent(ask.mailbox(), ask));
        byMailbox.keySet().retainAll(lives.lockFree(byMailbox.keySet()));
        states.lookUp(byMailbox.keySet()).forEach((mailbox, bytes) -> {
            if (bytes > LARGE_BYTES) {
                byMailbox.remove(mailbox);
            }
        });
        lookUp(byMailbox.values());
        return Set.copyOf(byMailbox.values());
    }

    private void lookUp(Collection<Ask> asks) {
        List<Pin> attempts = asks.stream().map(Ask::attempt).toList();
        Set<MailboxKey> resolving =
                asks.stream().filter(Ask::needsPast).map(Ask::mailbox).collect(Collectors.toSet());
        if (!attempts.isEmpty()) {
            sessions.lookUp(attempts);
            resolutions.lookUp(attempts);
        }
        if (!resolving.isEmpty()) {
            sessions.lookUpPast(resolving);
        }
    }

    @PreDestroy
    void stop() {
        group.close();
    }
}
