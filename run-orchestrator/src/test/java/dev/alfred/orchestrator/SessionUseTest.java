package dev.alfred.orchestrator;

import java.util.List;

import jakarta.inject.Inject;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/** Whether a run uses its mailbox's session, and how record, metric and REST say so. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class SessionUseTest extends RunScene {
    private static final StateLocation STATE = new StateLocation.Directory("/state");

    @Inject
    FakeHostLauncher host;

    @Test
    void aRunWhoseProjectSwitchedSessionsOffUsesNone() {
        usesNone(ARunRequest.aRun().withoutSessions().build(), SessionOff.SETTING_OFF);
    }

    @Test
    void aRunOfAMergeRequestsMailboxUsesNone() {
        usesNone(ARunRequest.aRun().forAMergeRequest().build(), SessionOff.MR_MAILBOX);
    }

    @Test
    void aRunOfAnAgentThatResumesNothingUsesNone() {
        usesNone(ARunRequest.aRun().by(AdapterId.GROK_BUILD).build(), SessionOff.ADAPTER_WITHOUT_RESUME);
    }

    @Test
    void aRunOfAVersionBelowTheRangeUsesNone() {
        launcher.installs("old-agents", FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.207"));

        usesNone(ARunRequest.aRun().inImage("old-agents").build(), SessionOff.VERSION_WITHOUT_RESUME);
    }

    @Test
    void aRunOfAVersionAboveTheRangeUsesNone() {
        launcher.installs("new-agents", FakeLauncher.agent(AdapterId.CODEX, "1.0.0"));

        usesNone(
                ARunRequest.aRun().by(AdapterId.CODEX).inImage("new-agents").build(),
                SessionOff.VERSION_WITHOUT_RESUME);
    }

    @Test
    void aRunOnTheHostUsesNone() {
        runs = new RunSteps(host, trail);

        usesNone(ARunRequest.aRun().inPool("on-the-host").build(), SessionOff.HOST_RUNNER, host);
    }

    @ParameterizedTest
    @CsvSource({
        "mounted-at, /home/agent/.claude/projects",
        "mounted-above, /home/agent/.claude",
        "mounted-below, /home/agent/.claude/projects/keys"
    })
    void aRunWithACredentialMountedInTheWayUsesNoneAndTheLogNamesBothPaths(String provider, String mount) {
        RunRequested request = ARunRequest.aRun().with(provider).build();
        try (LogRecords log = LogRecords.of("dev.alfred.orchestrator.dispatch.LaunchPlanner")) {
            usesNone(request, SessionOff.CREDENTIAL_MOUNT_OVERLAP);

            assertThat(log.warnings())
                    .anySatisfy(warning -> assertThat(warning)
                            .contains("run=" + request.run())
                            .contains("mount=" + mount + " ")
                            .contains("state=/home/agent/.claude/projects"));
        }
    }

    @Test
    void aRunWithACredentialMountedElsewhereUsesItsSession() {
        RunRequested request = ARunRequest.aRun().with("mounted-beside").build();

        runs.request(request);
        runs.launched(request, 1);

        assertThat(launcher.orders(request.run()).getFirst().spec().session()).isNotNull();
        assertThat(peers.resolutions(request.run())).hasSize(1);
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC_API", "OPENAI_API"})
    void aRunOfAModelApiNeedsNoInstallationAndUsesNoSession(AdapterId adapter) {
        usesNone(ARunRequest.aRun().by(adapter).build(), SessionOff.API_MODE);
    }

    @Test
    void aRunWithoutASessionThatNeverStartsIsOnRecordLikeAnyOther() {
        RunRequested request = ARunRequest.aRun().withoutSessions().build();
        launcher.answers(new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, "no room"));

        runs.request(request);
        runs.ended(request, RunState.FAILED);

        assertThat(peers.records(request.run())).singleElement().satisfies(record -> {
            assertThat(record.sessionOff()).isEqualTo(SessionOff.SETTING_OFF);
            assertThat(record.cliStarted()).isFalse();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC_API", "OPENAI_API"})
    void aModelApiIsGivenNoPhaseThatWrites(AdapterId adapter) {
        RunRequested request =
                ARunRequest.aRun().of(Phase.DEVELOPMENT).by(adapter).build();

        runs.request(request);
        runs.ended(request, RunState.FAILED);

        RunSteps.view(request)
                .body("exitReason", equalTo("invalid_request"))
                .body(
                        "detail",
                        equalTo(adapter.wire()
                                + " is a model API without hands: it serves analysis and answer; development needs a"
                                + " local agent"));
        assertThat(launcher.orders(request.run())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "NO_PRIOR_SESSION",
                "ADAPTER_CHANGED",
                "STATE_MISSING",
                "VERSION_OLDER",
                "SESSION_QUARANTINED",
                "SESSION_TAINTED",
                "FRESH_REQUESTED"
            })
    void aRunThatSessionStoreGivesNoPriorSessionBeginsAFreshOneAndSaysWhy(ResumeFallback why) {
        RunRequested request = ARunRequest.aRun().build();
        peers.resolvesTo(new SessionResolution(null, why, null, null, null, false, STATE));
        double before = RunSteps.sessionRuns(AdapterId.CLAUDE_CODE, "fresh", why.wire());

        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1);
        LaunchOrder order = launcher.orders(request.run()).getFirst();
        assertThat(order.spec().session().resumeId()).isNull();
        String freshId = order.spec().session().freshId();
        runner.ends(RunSteps.prepared())
                .ends(RunSteps.ran(freshId, false, null))
                .ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        RunSteps.view(request)
                .body("session.mode", equalTo("fresh"))
                .body("session.nativeId", equalTo(freshId))
                .body("session.reason", equalTo(why.wire()));
        assertThat(peers.records(request.run()).getLast().resumeFallback()).isEqualTo(why);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(RunSteps.sessionRuns(AdapterId.CLAUDE_CODE, "fresh", why.wire()))
                        .isEqualTo(before + 1));
    }

    @Test
    void sessionStoreIsToldWhatWasAskedForAndWhichVersionIsInstalled() {
        RunRequested request = ARunRequest.aRun()
                .by(AdapterId.CODEX)
                .of(Phase.DEVELOPMENT)
                .freshOnRequest()
                .tainted()
                .build();

        runs.request(request);
        runs.launched(request, 1);

        assertThat(peers.resolutions(request.run())).singleElement().satisfies(asked -> {
            assertThat(asked.adapter()).isEqualTo(AdapterId.CODEX);
            assertThat(asked.phase()).isEqualTo(Phase.DEVELOPMENT);
            assertThat(asked.cliVersion()).isEqualTo("0.169.0");
            assertThat(asked.freshRequested()).isTrue();
            assertThat(asked.tainted()).isTrue();
        });
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(names = {"CODEX", "OPENCODE"})
    void aRunThatDiedBeforeItsAgentNamedItsSessionNamesNone(AdapterId adapter) {
        RecordSession record = diedBeforeItsFirstEvent(adapter);

        assertThat(record.nativeSessionId()).isNull();
        assertThat(record.resumable()).isFalse();
        assertThat(record.cliStarted()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE_CODE", "COPILOT"})
    void aRunThatDiedBeforeItsFirstEventNamesTheSessionThatItsAgentWasTold(AdapterId adapter) {
        RecordSession record = diedBeforeItsFirstEvent(adapter);

        assertThat(record.nativeSessionId())
                .isEqualTo(launcher.orders(record.run())
                        .getFirst()
                        .spec()
                        .session()
                        .freshId());
        assertThat(record.resumable()).isTrue();
    }

    private RecordSession diedBeforeItsFirstEvent(AdapterId adapter) {
        RunRequested request = ARunRequest.aRun().by(adapter).withAttempts(1).build();
        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1);
        runner.ends(RunSteps.prepared()).prints(new RunnerLine.Log(Stage.RUN, "info", "The agent begins."));
        await().atMost(SOON).untilAsserted(() -> RunSteps.view(request).body("attempts[0].stage", equalTo("run")));

        runner.dies(ExitReason.OUT_OF_MEMORY);
        runs.ended(request, RunState.FAILED);

        RecordSession record = peers.records(request.run()).getLast();
        RunSteps.view(request)
                .body(
                        "session.nativeId",
                        record.nativeSessionId() == null ? nullValue() : equalTo(record.nativeSessionId()));
        return record;
    }

    private void usesNone(RunRequested request, SessionOff why) {
        usesNone(request, why, launcher);
    }

    private void usesNone(RunRequested request, SessionOff why, FakeLauncher where) {
        AdapterId adapter = request.settings().adapter();
        double before = RunSteps.sessionRuns(adapter, "off", why.wire());

        runs.request(request);
        FakeLauncher.Runner runner = runs.launched(request, 1);
        List<LaunchOrder> orders = where.orders(request.run());
        assertThat(orders).singleElement().satisfies(order -> {
            assertThat(order.spec().session()).isNull();
            assertThat(order.spec().namedSession()).isFalse();
            assertThat(order.spec().useDelta()).isFalse();
            assertThat(order.state()).isNull();
        });
        runner.ends(RunSteps.prepared()).ends(RunSteps.ran(null, false, null)).ends(RunSteps.published(false));
        runs.ended(request, RunState.SUCCEEDED);

        RunSteps.view(request)
                .body("session.mode", equalTo("off"))
                .body("session.reason", equalTo(why.wire()))
                .body("session.nativeId", nullValue());
        assertThat(peers.resolutions(request.run())).isEmpty();
        assertThat(peers.records(request.run()).getLast().sessionOff()).isEqualTo(why);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(RunSteps.sessionRuns(adapter, "off", why.wire()))
                        .isEqualTo(before + 1));
    }
}
