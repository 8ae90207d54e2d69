package dev.alfred.sessions.state.volume;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.messaging.Outbox;
import dev.alfred.sessions.SessionServers;
import dev.alfred.sessions.cleanup.model.RetentionPlanner.Ended;
import dev.alfred.sessions.cleanup.store.RetentionRepository;
import dev.alfred.sessions.state.StateStorages;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static dev.alfred.sessions.Fixtures.aMailbox;
import static dev.alfred.sessions.Fixtures.aQuestion;
import static dev.alfred.sessions.Fixtures.aRecord;
import static dev.alfred.sessions.Fixtures.as;
import static dev.alfred.sessions.Fixtures.record;
import static dev.alfred.sessions.Fixtures.resolve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

@Tag("kubernetes")
@QuarkusTest
@WithTestResource(SessionServers.class)
class SessionVolumesTest {
    private static final String NAMESPACE = "alfred-runners";

    @Inject
    KubernetesClient cluster;

    @Inject
    StateStorages storages;

    @Inject
    Outbox outbox;

    @Inject
    RetentionRepository retention;

    @Inject
    EntityManager database;

    private final MailboxKey mailbox = aMailbox();
    private final String name = "alfred-session-" + mailbox.kubernetesLabel();

    @Test
    void makesOneClaimForAMailboxWithAPathForEachAdapter() {
        assertThat(aPod(AdapterId.CLAUDE_CODE, 1)).isEqualTo(name + "/claude-code");
        assertThat(aPod(AdapterId.CODEX, 1)).isEqualTo(name + "/codex");

        assertThat(claim(name)).satisfies(made -> {
            assertThat(made.getMetadata().getLabels())
                    .containsEntry("app.kubernetes.io/managed-by", "alfred")
                    .containsEntry("alfred.dev/mailbox", mailbox.kubernetesLabel());
            assertThat(made.getSpec().getAccessModes()).containsExactly("ReadWriteOnce");
            assertThat(made.getSpec().getResources().getRequests()).containsKey("storage");
        });
    }

    @Test
    void deletesTheClaimOfAClosedMailboxAndBeginsInAnotherAfterwards() {
        aPod(AdapterId.CLAUDE_CODE, 1);
        aPod(AdapterId.CODEX, 1);

        tell(new MailboxEvent.Closed(mailbox, 2, CloseCause.DONE, Instant.parse("2026-03-01T09:30:00Z")));

        await().atMost(Duration.ofSeconds(60)).until(() -> claim(name) == null);
        await().untilAsserted(() -> assertThat(audit(name)).containsExactly("alfred session-claim.delete deleted"));
        assertThat(aPod(AdapterId.CLAUDE_CODE, 3)).isEqualTo(name + "-2/claude-code-2");
        assertThat(claim(name)).isNull();
        assertThat(claim(name + "-2")).isNotNull();
    }

    @Test
    void beginsInAnEmptyPathAfterOneOfSeveralStatesWasRemoved() {
        aPod(AdapterId.CLAUDE_CODE, 1);
        aPod(AdapterId.CODEX, 1);

        remove(AdapterId.CLAUDE_CODE);

        storages.clear();
        assertThat(claim(name)).isNotNull();
        assertThat(audit(mailbox + "/claude-code")).containsExactly("admin session-state.remove operator");
        question(AdapterId.CLAUDE_CODE, UUID.randomUUID(), 1)
                .body("fallback", equalTo("state_missing"), "state.subPath", equalTo("claude-code-2"));
    }

    @Test
    void deletesTheClaimWithTheLastStateInIt() {
        aPod(AdapterId.CLAUDE_CODE, 1);
        aPod(AdapterId.CODEX, 1);

        remove(AdapterId.CLAUDE_CODE);
        remove(AdapterId.CODEX);

        await().atMost(Duration.ofSeconds(60)).until(() -> claim(name) == null);
    }

    @Test
    void keepsTheClaimUnderARun() {
        UUID run = UUID.randomUUID();
        question(AdapterId.CLAUDE_CODE, run, 1);
        as("admin").delete(route(AdapterId.CLAUDE_CODE)).then().statusCode(409);

        storages.clear();

        assertThat(claim(name)).isNotNull();
    }

    @Test
    void leavesAClaimAloneThatIsNotAlfreds() {
        cluster.persistentVolumeClaims()
                .inNamespace(NAMESPACE)
                .resource(new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();

        UUID run = UUID.randomUUID();
        resolve(ask(AdapterId.CLAUDE_CODE, run, 1)).statusCode(503).body("detail", containsString("isn't Alfred's"));
        record(aRecord(mailbox, run, null)).statusCode(204);
        remove(AdapterId.CLAUDE_CODE);

        await().untilAsserted(() ->
                assertThat(audit(name)).containsExactly("alfred session-claim.delete left alone, it isn't Alfred's"));
        assertThat(claim(name)).isNotNull();
    }

    @Test
    void deletesAGivenUpClaimThatIsThereAllTheSame() {
        aPod(AdapterId.CLAUDE_CODE, 1);
        PersistentVolumeClaim before = claim(name);
        remove(AdapterId.CLAUDE_CODE);
        await().until(() -> !audit(name).isEmpty());
        before.getMetadata().setResourceVersion(null);
        before.getMetadata().setUid(null);
        cluster.persistentVolumeClaims().inNamespace(NAMESPACE).resource(before).create();

        storages.lookAgain();
        storages.clear();

        assertThat(claim(name)).isNull();
    }

    @Test
    void countsTheBytesThatItsSessionsTell() {
        UUID run = UUID.randomUUID();
        question(AdapterId.CLAUDE_CODE, run, 1);

        record(of(aRecord(mailbox, run, "native-1"), List.of(3_000L, 500L))).statusCode(204);

        assertThat(bytes()).isEqualTo(3_500L);
    }

    @Test
    void keepsTheLastCountWhereAnAttemptTellsNothingOfItsFiles() {
        UUID run = UUID.randomUUID();
        question(AdapterId.CLAUDE_CODE, run, 1);
        record(of(aRecord(mailbox, run, "native-1"), List.of(3_000L))).statusCode(204);

        aPod(AdapterId.CLAUDE_CODE, 2);

        assertThat(bytes()).isEqualTo(3_000L);
    }

    @Test
    void forgetsTheClaimsOfAMailboxWithItsOtherRows() {
        aPod(AdapterId.CLAUDE_CODE, 1);
        tell(new MailboxEvent.Closed(mailbox, 2, CloseCause.DONE, Instant.parse("2026-03-01T09:30:00Z")));
        await().atMost(Duration.ofSeconds(60)).until(() -> !audit(name).isEmpty());
        Instant ended = QuarkusTransaction.requiringNew().call(() -> (Instant)
                database.createNativeQuery("SELECT ended_at FROM mailbox_life WHERE mailbox = ?1", Instant.class)
                        .setParameter(1, mailbox.value())
                        .getSingleResult());

        boolean over = QuarkusTransaction.requiringNew().call(() -> retention.over(new Ended(mailbox, ended)));
        QuarkusTransaction.requiringNew().run(() -> {
            retention.removeSome(mailbox, 100);
            retention.forget(mailbox);
        });

        assertThat(over).isTrue();
        assertThat(audit(name)).isEmpty();
        assertThat(claims()).isZero();
    }

    @Test
    void keepsAllRowsWhileAClaimIsNotDeletedYet() {
        aPod(AdapterId.CLAUDE_CODE, 1);
        QuarkusTransaction.requiringNew().run(() -> {
            database.createNativeQuery("UPDATE session_state SET removed_at = now() WHERE mailbox = ?1")
                    .setParameter(1, mailbox.value())
                    .executeUpdate();
            retention.ended(mailbox, Instant.EPOCH);
        });

        assertThat(QuarkusTransaction.requiringNew().call(() -> retention.over(new Ended(mailbox, Instant.EPOCH))))
                .isFalse();
    }

    private long claims() {
        return QuarkusTransaction.requiringNew()
                .call(() -> ((Number)
                                database.createNativeQuery("SELECT count(*) FROM session_claim WHERE mailbox = ?1")
                                        .setParameter(1, mailbox.value())
                                        .getSingleResult())
                        .longValue());
    }

    private long bytes() {
        return QuarkusTransaction.requiringNew()
                .call(() -> ((Number) database.createNativeQuery("SELECT bytes FROM session_state WHERE mailbox = ?1")
                                .setParameter(1, mailbox.value())
                                .getSingleResult())
                        .longValue());
    }

    /** A run on Kubernetes from its question to its record, and the claim and path it was given. */
    private String aPod(AdapterId adapter, long revision) {
        UUID run = UUID.randomUUID();
        Map<String, String> state = question(adapter, run, revision).extract().path("state");
        record(of(adapter, aRecord(mailbox, run, "native-1"))).statusCode(204);
        return state.get("claim") + "/" + state.get("subPath");
    }

    private ValidatableResponse question(AdapterId adapter, UUID run, long revision) {
        return resolve(ask(adapter, run, revision)).statusCode(200).body("state.kind", equalTo("claim"));
    }

    private ResolveSession ask(AdapterId adapter, UUID run, long revision) {
        ResolveSession question = aQuestion(mailbox, run, revision);
        return new ResolveSession(
                run,
                1,
                question.generation(),
                question.freshId(),
                mailbox,
                revision,
                adapter,
                RunnerKind.KUBERNETES,
                question.phase(),
                question.cliVersion(),
                false,
                false);
    }

    private static RecordSession of(AdapterId adapter, RecordSession session) {
        return of(session, adapter, null);
    }

    private static RecordSession of(RecordSession session, List<Long> sizes) {
        return of(
                session,
                session.adapter(),
                new SessionFingerprint(sizes.stream()
                        .map(size -> new SessionFingerprint.FileMark("file-" + size, size, 1, "00"))
                        .toList()));
    }

    private static RecordSession of(RecordSession session, AdapterId adapter, SessionFingerprint fingerprint) {
        return new RecordSession(
                session.run(),
                session.attempt(),
                session.generation(),
                session.mailbox(),
                session.sessionName(),
                session.nativeSessionId(),
                session.resumed(),
                session.resumeFallback(),
                session.sessionOff(),
                adapter,
                session.provider(),
                session.model(),
                session.cliVersion(),
                fingerprint,
                session.totals(),
                session.resumable(),
                session.tainted(),
                session.cliStarted(),
                session.spoke(),
                session.promptSeen(),
                session.outcome(),
                session.exitReason(),
                session.endedAt());
    }

    private void remove(AdapterId adapter) {
        as("admin").delete(route(adapter)).then().statusCode(204);
    }

    private String route(AdapterId adapter) {
        return "/mailboxes/" + mailbox + "/sessions/" + adapter.wire() + "/state";
    }

    private PersistentVolumeClaim claim(String claim) {
        return cluster.persistentVolumeClaims()
                .inNamespace(NAMESPACE)
                .withName(claim)
                .get();
    }

    private void tell(MailboxEvent event) {
        QuarkusTransaction.requiringNew()
                .run(() -> outbox.append(event, event.mailbox().value()));
    }

    private List<String> audit(String target) {
        List<?> rows = QuarkusTransaction.requiringNew()
                .call(() -> database.createNativeQuery(
                                "SELECT who || ' ' || action || ' ' || outcome FROM audit WHERE target = ?1 ORDER BY id")
                        .setParameter(1, target)
                        .getResultList());
        return rows.stream().map(String::valueOf).toList();
    }
}
