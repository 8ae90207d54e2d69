package dev.alfred.orchestrator.installation;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.AgentsConfig;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.Peers;
import dev.alfred.orchestrator.RunSteps;
import dev.alfred.orchestrator.RunTrail;
import dev.alfred.orchestrator.ThePeers;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

/** What is known of the agents in runner images, from when, and what they may do by it. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class AgentDetectionTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Inject
    FakeLauncher launcher;

    @Inject
    AgentDetection detection;

    @ThePeers
    Peers peers;

    RunTrail trail;
    RunSteps runs;

    @BeforeEach
    void begin() {
        trail = new RunTrail();
        runs = new RunSteps(launcher, trail);
        peers.behave();
        launcher.answers(null);
    }

    @AfterEach
    void end() {
        trail.close();
    }

    @ParameterizedTest
    @CsvSource({
        "claude-code, 2.1.328, true, true",
        "codex, 0.169.0, true, false",
        "opencode, 1.18.33, true, true",
        "copilot, 1.0.102, true, true"
    })
    void onDemandEveryImageIsLookedIntoAndItsAgentsAreShownWithWhatTheyMayDo(
            String adapter, String version, boolean resumes, boolean takesNames) {
        int before = launcher.looksInto(null);

        caller().post("/agents/detect").then().statusCode(200).body("looks.image", hasItem("default"));

        assertThat(launcher.looksInto(null)).isGreaterThan(before);
        assertThat(shown("sandbox", "default", adapter))
                .containsEntry("version", version)
                .containsEntry("resumableSessions", resumes)
                .containsEntry("namedSessions", takesNames);
    }

    @Test
    void onTheHostAnAgentIsShownButMayDoNothingWithSessions() {
        assertThat(shown("host", "default", "claude-code"))
                .containsEntry("version", "2.1.328")
                .containsEntry("resumableSessions", false)
                .containsEntry("namedSessions", false);
    }

    @Test
    void anImageThatARunIsTheFirstToNameIsLookedIntoBeforeItAndThenWithTheOthers() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        RunRequested request = ARunRequest.aRun().inImage(image).build();

        runs.request(request);
        runs.launched(request, 1);

        RunSteps.view(request).body("cliVersion", equalTo("2.1.300"));
        assertThat(launcher.looksInto(image)).isEqualTo(1);
        caller().post("/agents/detect").then().statusCode(200).body("looks.image", hasItem(image));
        assertThat(launcher.looksInto(image)).isEqualTo(2);
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void aRunWaitsWhereItsAgentIsNotInstalledAndSaysWhere() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        RunRequested request =
                ARunRequest.aRun().by(AdapterId.CODEX).inImage(image).build();

        runs.request(request);

        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("agent_not_installed"))
                        .body("detail", equalTo("codex is not in %s of sandbox".formatted(image))));
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void anImageInWhichAnotherVersionTurnedUpIsLookedIntoBeforeItsNextRun() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        detection.detectIfNew(RunnerKind.SANDBOX, Optional.of(image));
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.328"));
        RunRequested first = ARunRequest.aRun().inImage(image).build();
        runs.request(first);
        runs.launched(first, 1)
                .ends(RunSteps.prepared())
                .ends(RunSteps.ran(null, false, null))
                .ends(RunSteps.published(false));
        runs.ended(first, RunState.SUCCEEDED);
        RunSteps.view(first).body("cliVersion", equalTo("2.1.328"));

        RunRequested second = ARunRequest.aRun().inImage(image).build();
        runs.request(second);
        runs.launched(second, 1);

        assertThat(launcher.looksInto(image)).isEqualTo(2);
        assertThat(shown("sandbox", image, "claude-code")).containsEntry("version", "2.1.328");
        runs.cancel(second);
        runs.ended(second, RunState.CANCELLED);
    }

    @Test
    void aDetectionThatFailsLeavesWhatWasKnown() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        detection.detectIfNew(RunnerKind.SANDBOX, Optional.of(image));
        launcher.loses(image);

        caller().post("/agents/detect")
                .then()
                .statusCode(200)
                .body(
                        "looks.find { it.image == '%s' && it.runner == 'sandbox' }.problem".formatted(image),
                        containsString("there is no image"));

        assertThat(shown("sandbox", image, "claude-code")).containsEntry("version", "2.1.300");
    }

    @Test
    void aChangedRangeHoldsAtOnceForWhatWasFoundBefore() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        detection.detectIfNew(RunnerKind.SANDBOX, Optional.of(image));

        assertThat(resumesByRange(image, ">=2.1.301 <3")).isFalse();
        assertThat(resumesByRange(image, ">=2.1.266 <=2.1.300")).isTrue();
        assertThat(launcher.looksInto(image)).isEqualTo(1);
    }

    /** As an instance would tell that was started with that range. */
    private static boolean resumesByRange(String image, String range) {
        AgentsConfig config = new SmallRyeConfigBuilder()
                .withMapping(AgentsConfig.class)
                .withSources(new PropertiesConfigSource(
                        Map.of("alfred.agents.claude-code.resume-versions", range), "the test's", 100))
                .build()
                .getConfigMapping(AgentsConfig.class);
        AgentInstallations installations = new AgentInstallations(new AgentProfiles(config));
        return QuarkusTransaction.requiringNew()
                .call(() -> installations.find(RunnerKind.SANDBOX, Optional.of(image), AdapterId.CLAUDE_CODE))
                .orElseThrow()
                .resumableSessions();
    }

    private static Map<String, Object> shown(String runner, String image, String adapter) {
        return caller().get("/agents")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath()
                .getMap("find { it.runner == '%s' && it.image == '%s' && it.adapter == '%s' }"
                        .formatted(runner, image, adapter));
    }

    private static RequestSpecification caller() {
        return given().auth().preemptive().basic("admin", "admin-for-tests");
    }
}
