package dev.alfred.mailbox.mailbox;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.mailbox.mailbox.model.NewMailboxEvent;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.phase.model.FactNeed;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.mailbox.project.store.ProjectRepository;
import dev.alfred.messaging.Outbox;
import io.agroal.api.AgroalDataSource;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import org.awaitility.Awaitility;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

/** What tests of the whole service do and see: people on the forge, runs that end, messages that went out, REST. */
@Alternative
@ApplicationScoped
public class Stage {
    static final Actor MIA = new Actor("5", "mia", false);
    static final Actor OUTSIDER = new Actor("6", "otto", false);

    private static final AtomicInteger ISSUES = new AtomicInteger(100);

    private final Outbox outbox;
    private final AgroalDataSource dataSource;
    private final StagedForge forge;

    private final ProjectRepository projects;
    private final MailboxRepository mailboxes;
    private final MailboxEventRepository events;
    private final EntityManager entities;

    Stage(
            Outbox outbox,
            AgroalDataSource dataSource,
            StagedForge forge,
            ProjectRepository projects,
            MailboxRepository mailboxes,
            MailboxEventRepository events,
            EntityManager entities) {
        this.outbox = outbox;
        this.dataSource = dataSource;
        this.forge = forge;
        this.projects = projects;
        this.mailboxes = mailboxes;
        this.events = events;
        this.entities = entities;
    }

    StagedForge forge() {
        return forge;
    }

    /** Registers the project acme/shop, with moments of half a second. */
    void project() {
        forge.back();
        forge.writers.add(MIA.id());
        admin().put("/organizations/acme").then().statusCode(200);
        admin().body(projectBody(false))
                .put("/organizations/acme/projects/shop")
                .then()
                .statusCode(200);
        admin().body(Map.of("COALESCE", "PT0.5S"))
                .put("/organizations/acme/projects/shop/settings")
                .then()
                .statusCode(200);
    }

    /** What a project's row may hold from before addresses were looked at. */
    void moveClone(String cloneUrl) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE project SET clone_url = ? WHERE slug = 'shop'")) {
            update.setString(1, cloneUrl);
            assertThat(update.executeUpdate()).isEqualTo(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static Map<String, Object> projectBody(boolean installHook) {
        return Map.of(
                "connection",
                "forge",
                "repository",
                "acme/shop",
                "repositoryId",
                42,
                "cloneUrl",
                "https://forge.example/acme/shop.git",
                "credential",
                Map.of("kind", "token", "secretRef", "forge/token"),
                "installHook",
                installHook);
    }

    /** A new issue that is on the forge; its number. */
    long issue(String title, String... labels) {
        long iid = ISSUES.incrementAndGet();
        put(iid, title, true, labels);
        return iid;
    }

    void put(long iid, String title, boolean open, String... labels) {
        forge.issues.put(
                iid,
                new IssueSnapshot(
                        iid,
                        "7" + iid,
                        title,
                        "Please do it.",
                        open,
                        null,
                        List.of(labels),
                        MIA,
                        false,
                        false,
                        "https://forge.example/acme/shop/issues/" + iid,
                        Instant.now()));
    }

    IssueSnapshot snapshot(long iid) {
        return forge.issues.get(iid);
    }

    static EventContext context(Actor actor, Instant at) {
        return new EventContext(UUID.randomUUID(), "forge", ForgeKind.FORGEJO, "42", "acme/shop", actor, at);
    }

    IssueEvent labeled(long iid, Actor actor) {
        return new IssueEvent.Labeled(context(actor, Instant.now()), snapshot(iid), "alfred");
    }

    IssueEvent says(long iid, Actor actor, String text) {
        Instant now = Instant.now();
        return new IssueEvent.Commented(
                context(actor, now),
                snapshot(iid),
                new IssueComment(String.valueOf(ISSUES.incrementAndGet()), text, actor, now, now, null));
    }

    /** Sends messages through the broker, in this order. */
    @Transactional
    void send(Object... messages) {
        for (Object message : messages) {
            outbox.append(message, key(message));
        }
    }

    /**
     * What is there after a process stored the trigger, took the event to ask the forge, and died: nobody is woken, and
     * the claim has run out.
     */
    @Transactional
    void leaveBehind(long iid) {
        MailboxKey key = new MailboxKey(mailbox(iid));
        Project project = projects.findByRepository("forge", "42").orElseThrow();
        Instant then = Instant.now().minusSeconds(600);
        mailboxes.openIfAbsent(MailboxState.opened(key, project.id(), snapshot(iid)), then);
        IssueEvent event = labeled(iid, MIA);
        events.add(new NewMailboxEvent(
                UUID.randomUUID(),
                key,
                project.id(),
                "forge",
                event.context().delivery(),
                null,
                MIA.login(),
                new Input.IssueHappened(event),
                EnumSet.of(FactNeed.ACTOR, FactNeed.ISSUE),
                then,
                then,
                then));
        entities.flush();
        assertThat(events.claim("forge", then.plusSeconds(1), Duration.ofSeconds(60)))
                .isPresent();
    }

    private static String key(Object message) {
        return message instanceof IssueEvent event
                ? event.key()
                : ((RunEvent) message).mailbox().value();
    }

    static String mailbox(long iid) {
        return "acme-shop-issue-" + iid;
    }

    /** The run requests that went out for a mailbox, the oldest first. */
    List<RunRequested> requests(long iid) {
        return sent(iid, "dev.alfred.run.requested.v1", RunRequested.class);
    }

    <T> List<T> sent(long iid, String type, Class<T> message) {
        List<T> found = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT payload FROM outbox WHERE message_key = ? AND type = ? ORDER BY position")) {
            query.setString(1, mailbox(iid));
            query.setString(2, type);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(ContractJson.mapper().readValue(rows.getBytes(1), message));
                }
            }
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(e);
        }
        return found;
    }

    RunRequested awaitRequest(long iid, int number) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(requests(iid)).hasSizeGreaterThanOrEqualTo(number));
        return requests(iid).get(number - 1);
    }

    void awaitStatus(long iid, String status, String reason) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            var view =
                    see("/mailboxes/" + mailbox(iid)).statusCode(200).extract().jsonPath();
            assertThat(view.getString("status") + " " + view.getString("reason"))
                    .isEqualTo(status + " " + reason);
        });
    }

    /** A run that ended well. */
    static RunEvent succeeded(RunRequested run, AgentOutcome outcome, String text, int commits) {
        return new RunEvent.Succeeded(
                report(run, ExitReason.NONE, commits, new AgentResult(outcome, text, null, null, List.of())));
    }

    static RunReport report(RunRequested run, ExitReason reason, int commits, AgentResult result) {
        Instant now = Instant.now();
        return new RunReport(
                run.run(),
                run.mailbox(),
                run.phase(),
                1,
                run.settings().adapter(),
                null,
                null,
                "2.1.300",
                null,
                reason,
                null,
                "base0",
                commits > 0 ? "head1" : "base0",
                commits,
                commits > 0,
                result,
                PromptForm.FULL,
                true,
                Usage.NOTHING,
                now.minusSeconds(1),
                now);
    }

    static RequestSpecification admin() {
        return given().auth().preemptive().basic("admin", "admin-for-tests").contentType(ContentType.JSON);
    }

    static RequestSpecification service() {
        return given().auth().preemptive().basic("service", "service-for-tests").contentType(ContentType.JSON);
    }

    static ValidatableResponse see(String path) {
        return given().auth()
                .preemptive()
                .basic("viewer", "viewer-for-tests")
                .get(path)
                .then();
    }
}
