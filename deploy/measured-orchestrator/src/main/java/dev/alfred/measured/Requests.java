package dev.alfred.measured;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runrequests.RunBranch;
import dev.alfred.contracts.runrequests.RunProject;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.runrequests.RunSettings;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.messaging.UuidV7;
import dev.alfred.orchestrator.run.store.RunRepository;
import io.quarkus.narayana.jta.QuarkusTransaction;

/** Requests for runs, each of a mailbox of its own, over twenty projects. */
@ApplicationScoped
class Requests {
    private static final int PROJECTS = 20;
    private static final int TOGETHER = 200;

    private final RunRepository runs;
    private final AtomicLong made = new AtomicLong();

    Requests(RunRepository runs) {
        this.runs = runs;
    }

    List<RunRequested> make(int count, String pool) {
        List<RunRequested> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requests.add(request(made.incrementAndGet(), pool));
        }
        return requests;
    }

    /** As the consumer of requests would, but many in a transaction. */
    void enqueue(List<RunRequested> requests) {
        for (int from = 0; from < requests.size(); from += TOGETHER) {
            List<RunRequested> some = requests.subList(from, Math.min(requests.size(), from + TOGETHER));
            Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
            QuarkusTransaction.requiringNew().run(() -> some.forEach(request -> runs.enqueue(request, null, now)));
        }
    }

    private static RunRequested request(long number, String pool) {
        UUID project = new UUID(0x0000_0000_0000_4000L, 0x8000_0000_0000_0000L | number % PROJECTS);
        return new RunRequested(
                UuidV7.next(),
                MailboxKey.issue("acme-shelves", number),
                MailboxKind.ISSUE,
                1,
                new RunProject(project, "acme", "shelves", ForgeKind.FORGEJO, "http://127.0.0.1:9/acme/shelves.git"),
                Phase.DEVELOPMENT,
                new RunBranch("agent/issue-" + number + "-sort-the-shelves", "main", false),
                new RunPrompts("Sort the shelves. ".repeat(50), null, null),
                new RunSettings(
                        true,
                        AdapterId.CLAUDE_CODE,
                        "anthropic",
                        null,
                        pool,
                        null,
                        Duration.ofMinutes(60),
                        Duration.ofMinutes(10),
                        2,
                        2,
                        1000,
                        512L << 20,
                        BigDecimal.valueOf(5),
                        2_000_000,
                        List.of(),
                        null),
                false,
                false,
                "ada",
                UuidV7.next(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
    }
}
