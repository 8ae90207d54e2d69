package dev.alfred.mailbox.mailbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;

import dev.alfred.mailbox.MailboxServiceConfig;
import dev.alfred.mailbox.WorkExecutor;
import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeClients;
import dev.alfred.mailbox.forge.ForgeProjects;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.mailbox.FactsHandler.Claimed;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import org.jboss.logging.Logger;

/** Reads facts from the forges, one event at a time for each connection, so that each keeps its own pace. */
@ApplicationScoped
public class FactsWorker {
    /** What people see where the forge can't be asked. */
    static final String FORGE_UNREACHABLE = "forge_unreachable";

    private static final Logger LOG = Logger.getLogger(FactsWorker.class);

    private final FactsHandler handler;
    private final FactsReader reader;
    private final ForgeClients clients;
    private final ForgeProjects projects;
    private final MailboxServiceConfig config;
    private final WorkExecutor executor;
    private final WorkSignal look;
    private final Map<String, WorkSignal> connections = new ConcurrentHashMap<>();
    private final Map<String, Instant> resting = new ConcurrentHashMap<>();

    FactsWorker(
            FactsHandler handler,
            FactsReader reader,
            ForgeClients clients,
            ForgeProjects projects,
            MailboxServiceConfig config,
            WorkExecutor executor) {
        this.handler = handler;
        this.reader = reader;
        this.clients = clients;
        this.projects = projects;
        this.config = config;
        this.executor = executor;
        this.look = new WorkSignal(executor, this::lookForWork);
    }

    void changed(@Observes(during = TransactionPhase.AFTER_SUCCESS) MailboxesChanged event) {
        look.signal();
    }

    void stop(@Observes ShutdownEvent event) {
        look.stop();
        connections.values().forEach(WorkSignal::stop);
    }

    @Scheduled(
            every = "{alfred.mailbox.facts.poll}",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void poll() {
        look.signal();
    }

    private void lookForWork() {
        handler.connectionsToAsk()
                .forEach(connection -> connections
                        .computeIfAbsent(connection, name -> new WorkSignal(executor, () -> work(name)))
                        .signal());
    }

    private void work(String connection) {
        if (resting.getOrDefault(connection, Instant.MIN).isAfter(Instant.now())) {
            return;
        }
        Optional<Claimed> next = handler.claim(connection);
        while (next.isPresent() && ask(next.get())) {
            next = handler.claim(connection);
        }
    }

    /** Whether it makes sense to ask the connection's forge for more. */
    private boolean ask(Claimed claimed) {
        var event = claimed.event();
        Optional<ForgeAccess> access = projects.access(claimed.mailbox().project());
        if (access.isEmpty()) {
            handler.notNow(event, "credential_missing", pause(event.attempts(), null));
            return true;
        }
        var reading = reader.read(clients.open(access.get()), claimed.mailbox(), event.input(), event.needs());
        return switch (reading) {
            case FactsReader.Reading.Read(var facts) -> {
                handler.found(claimed, facts);
                projects.accepted(claimed.mailbox().project(), false);
                yield true;
            }
            case FactsReader.Reading.NotNow(ForgeFailure failure, Duration pause) -> {
                Duration rest = pause(event.attempts(), pause);
                handler.notNow(event, reason(failure), rest);
                rest(event.connection(), failure, rest);
                refused(claimed, failure);
                LOG.warnf(
                        "The forge could not be asked, the event waits and it is tried again: mailbox=%s event=%s reason=%s attempt=%d",
                        event.mailbox(), event.kind().wire(), reason(failure), event.attempts());
                yield false;
            }
        };
    }

    /** A forge that can't be asked for one thing can't be asked for others either; another project's right can. */
    private void rest(String connection, ForgeFailure failure, Duration rest) {
        if (failure instanceof ForgeFailure.RateLimited || failure instanceof ForgeFailure.Unreachable) {
            resting.put(connection, Instant.now().plus(rest));
        }
    }

    private void refused(Claimed claimed, ForgeFailure failure) {
        if (failure instanceof ForgeFailure.Unauthorized || failure instanceof ForgeFailure.Forbidden) {
            projects.refused(claimed.mailbox().project(), failure);
        }
    }

    private static String reason(ForgeFailure failure) {
        return switch (failure) {
            case ForgeFailure.Unreachable ignored -> FORGE_UNREACHABLE;
            case ForgeFailure.Unauthorized ignored -> "forge_unauthorized";
            case ForgeFailure.Forbidden ignored -> "forge_forbidden";
            case ForgeFailure.RateLimited ignored -> "forge_rate_limited";
            case ForgeFailure.NotFound ignored -> FORGE_UNREACHABLE;
            case ForgeFailure.Gone ignored -> FORGE_UNREACHABLE;
            case ForgeFailure.Moved ignored -> FORGE_UNREACHABLE;
            case ForgeFailure.Conflict ignored -> FORGE_UNREACHABLE;
            case ForgeFailure.Rejected ignored -> FORGE_UNREACHABLE;
        };
    }

    private Duration pause(int attempts, Duration asked) {
        if (asked != null && !asked.isNegative() && !asked.isZero()) {
            return asked;
        }
        Duration longest = config.facts().longestPause();
        Duration doubled = config.facts().firstPause().multipliedBy(1L << Math.min(attempts, 16));
        return doubled.compareTo(longest) < 0 ? doubled : longest;
    }
}
