package dev.alfred.orchestrator;

import java.time.Duration;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.CredentialAccess;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.run.store.DatabaseClock;
import dev.alfred.orchestrator.run.store.SetClock;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/** Runs whose forge credentials end before they do. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class CredentialRenewalTest extends RunScene {
    private static final Duration LIFE = Duration.ofHours(1);
    private static final Duration TWO_THIRDS = Duration.ofMinutes(40);

    private SetClock clock;

    @BeforeEach
    void tokensLiveForAnHour() {
        clock = new SetClock();
        QuarkusMock.installMockForType(clock, DatabaseClock.class);
        grants("first");
    }

    @AfterEach
    void launchersTakeThemAgain() {
        launcher.refusesRenewals(null);
    }

    @Test
    void aRunThatOutlivesItsTokensPublishesWithTheirSuccessors() {
        RunRequested request = ARunRequest.aRun().of(Phase.DEVELOPMENT).build();
        FakeLauncher.Runner runner = inItsRunStage(request);

        timePasses(TWO_THIRDS, "second");
        gets(request, "second");
        timePasses(TWO_THIRDS, "third");
        gets(request, "third");
        runner.ends(RunSteps.ran(null, false, null)).ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        assertThat(launcher.renewals(request.run()))
                .extracting(FakeLauncher.Renewed::stage)
                .containsExactly(Stage.PUBLISH, Stage.PUBLISH);
        assertThat(peers.credentialsAsked(request.run()))
                .containsExactly(
                        CredentialAccess.READ, CredentialAccess.WRITE, CredentialAccess.WRITE, CredentialAccess.WRITE);
    }

    @Test
    void aRunnerThatWaitsForItsPlaceBeginsWithATokenThatIsGood() {
        launcher.keepsWaiting("unschedulable");
        RunRequested request = ARunRequest.aRun().of(Phase.DEVELOPMENT).build();
        runs.request(request);
        runs.launched(request, 1);
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("reason", equalTo("unschedulable")));

        timePasses(TWO_THIRDS, "second");

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(launcher.renewals(request.run()))
                        .extracting(
                                FakeLauncher.Renewed::stage,
                                renewed -> renewed.credential().password())
                        .containsExactly(tuple(Stage.PREPARE, "second"), tuple(Stage.PUBLISH, "second")));
        RunSteps.view(request).body("reason", equalTo("unschedulable"));
    }

    @Test
    void aRunThatPushesNothingNeedsNoneOnceItIsCheckedOut() {
        RunRequested request = ARunRequest.aRun().of(Phase.ANALYSIS).build();
        FakeLauncher.Runner runner = inItsRunStage(request);
        RunRequested other = ARunRequest.aRun().of(Phase.DEVELOPMENT).build();
        inItsRunStage(other);

        timePasses(TWO_THIRDS, "second");
        gets(other, "second");
        runner.ends(RunSteps.ran(null, false, null)).ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        assertThat(launcher.renewals(request.run())).isEmpty();
        assertThat(peers.credentialsAsked(request.run())).containsExactly(CredentialAccess.READ);
    }

    @Test
    void aRunGoesOnAndSaysWhyWhileMailboxServiceIsAway() {
        RunRequested request = ARunRequest.aRun().of(Phase.DEVELOPMENT).build();
        FakeLauncher.Runner runner = inItsRunStage(request);
        peers.mailboxServiceIsAway();

        clock.passes(TWO_THIRDS);
        says(request, "mailbox_service_unreachable");
        asked(request, 3);
        clock.passes(Duration.ofSeconds(5));
        asked(request, 4);
        clock.passes(Duration.ofSeconds(5));
        // It is looked at on and on, and asked only after a pause that has doubled.
        says(request, "mailbox_service_unreachable");
        asked(request, 4);
        timePasses(Duration.ofSeconds(5), "second");

        gets(request, "second");
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("reason", nullValue()));
        runner.ends(RunSteps.ran(null, false, null)).ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);
    }

    @Test
    void aRunSaysWhyWhileItsRunnerCanNotBeGivenAnything() {
        RunRequested request = ARunRequest.aRun().of(Phase.DEVELOPMENT).build();
        inItsRunStage(request);
        launcher.refusesRenewals("the API server does not answer");

        timePasses(TWO_THIRDS, "second");
        says(request, "launcher_unreachable");
        RunSteps.view(request).body("detail", equalTo("the API server does not answer"));
        launcher.refusesRenewals(null);
        timePasses(Duration.ofSeconds(5), "third");

        gets(request, "third");
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("reason", nullValue()));
    }

    @Test
    void aTokenThatHasExpiredIsNeitherLaunchedNorHandedOn() {
        RunRequested request = ARunRequest.aRun().of(Phase.DEVELOPMENT).build();
        peers.grants("stale", clock.now());
        runs.request(request);
        says(request, "credential_expired");
        assertThat(launcher.orders(request.run())).isEmpty();

        grants("first");
        FakeLauncher.Runner runner = runs.launched(request, 1);
        runner.ends(RunSteps.prepared());
        isInItsRunStage(request);
        clock.passes(TWO_THIRDS);
        peers.grants("stale", clock.now());

        says(request, "credential_expired");
        assertThat(launcher.renewals(request.run()))
                .extracting(renewed -> renewed.credential().password())
                .doesNotContain("stale");
    }

    private void grants(String password) {
        peers.grants(password, clock.now().plus(LIFE));
    }

    private void timePasses(Duration time, String next) {
        peers.grants(next, clock.now().plus(time).plus(LIFE));
        clock.passes(time);
    }

    private FakeLauncher.Runner inItsRunStage(RunRequested request) {
        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1).ends(RunSteps.prepared());
        isInItsRunStage(request);
        return runner;
    }

    private static void isInItsRunStage(RunRequested request) {
        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request).body("attempts[0].stage", equalTo(Stage.RUN.wire())));
    }

    private void gets(RunRequested request, String password) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(launcher.renewals(request.run()))
                        .extracting(renewed -> renewed.credential().password())
                        .contains(password));
    }

    private static void says(RunRequested request, String reason) {
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("reason", equalTo(reason)));
    }

    private void asked(RunRequested request, int times) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(peers.credentialsAsked(request.run())).hasSize(times));
    }
}
