package dev.alfred.orchestrator.installation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.AgentsConfig;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.RunScene;
import dev.alfred.orchestrator.RunSteps;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

/** What is known of the agents in runner images, from when, and what they may do by it. */
@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class AgentDetectionTest extends RunScene {
    @Inject
    AgentDetection detection;

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
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(shown("host", "default", "claude-code"))
                        .containsEntry("version", "2.1.328")
                        .containsEntry("resumableSessions", false)
                        .containsEntry("namedSessions", false));
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

    /** On Kubernetes a pool may have nodes of its own, and an image may be nowhere else. */
    @Test
    void anImageIsLookedIntoWhereTheRunsThatUseItAre() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        RunRequested request =
                ARunRequest.aRun().inImage(image).inPool("with-an-image").build();

        runs.request(request);
        runs.launched(request, 1);
        assertThat(launcher.looksFrom(image)).isEqualTo("with-an-image");
        caller().post("/agents/detect").then().statusCode(200).body("looks.image", hasItem("the-pools-own"));

        assertThat(launcher.looksInto(image)).isEqualTo(2);
        assertThat(launcher.looksFrom(image)).isEqualTo("with-an-image");
        assertThat(launcher.looksFrom("the-pools-own")).isEqualTo("with-an-image");
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void aRunWaitsWhereItsAgentIsNotInstalledAndSaysWhereAndWhatToDo() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        RunRequested request =
                ARunRequest.aRun().by(AdapterId.CODEX).inImage(image).build();

        runs.request(request);

        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("agent_not_installed"))
                        .body(
                                "detail",
                                allOf(
                                        startsWith("codex is not in %s of sandbox: install it there".formatted(image)),
                                        containsString("AGENT_ADAPTER"))));
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void aRunThatWaitsForAnAgentThatCantBeLookedForSaysWhy() {
        String image = "agents-" + UUID.randomUUID();
        RunRequested request = ARunRequest.aRun().inImage(image).build();

        runs.request(request);

        await().atMost(SOON)
                .untilAsserted(() -> RunSteps.view(request)
                        .body("state", equalTo("queued"))
                        .body("reason", equalTo("agent_not_installed"))
                        .body("detail", containsString("there is no image " + image)));
        runs.cancel(request);
        runs.ended(request, RunState.CANCELLED);
    }

    @Test
    void anImageInWhichAnotherVersionTurnedUpIsLookedIntoBeforeItsNextRun() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        detection.detectIfNew(RunnerKind.SANDBOX, Optional.of(image), "default");
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
        detection.detectIfNew(RunnerKind.SANDBOX, Optional.of(image), "default");
        launcher.loses(image);

        caller().post("/agents/detect")
                .then()
                .statusCode(200)
                .body(
                        "looks.find { it.image == '%s' && it.runner == 'sandbox' }.problem".formatted(image),
                        containsString("there is no image"));

        assertThat(shown("sandbox", image, "claude-code")).containsEntry("version", "2.1.300");
    }

    @ParameterizedTest
    @MethodSource("reportsThatCannotBeKept")
    void aReportThatCannotBeKeptIsToldAndLeavesWhatWasKnown(List<DetectedAgent> report, String problem) {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        detection.detectIfNew(RunnerKind.SANDBOX, Optional.of(image), "default");
        launcher.installs(image, report.toArray(DetectedAgent[]::new));

        caller().post("/agents/detect")
                .then()
                .statusCode(200)
                .body(
                        "looks.find { it.image == '%s' && it.runner == 'sandbox' }.problem".formatted(image),
                        containsString(problem));

        assertThat(shown("sandbox", image, "claude-code")).containsEntry("version", "2.1.300");
        launcher.loses(image);
    }

    static Stream<Arguments> reportsThatCannotBeKept() {
        DetectedAgent codex = FakeLauncher.agent(AdapterId.CODEX, "0.169.0");
        return Stream.of(
                Arguments.of(List.of(codex, FakeLauncher.agent(AdapterId.CODEX, "0.170.0")), "codex twice"),
                Arguments.of(List.of(FakeLauncher.agent(AdapterId.CODEX, null)), "without name or version"),
                Arguments.of(List.of(new DetectedAgent(null, "1.0.0", "/opt/none")), "without name or version"),
                Arguments.of(List.of(FakeLauncher.agent(AdapterId.CODEX, "1.0.0\0")), "without name or version"),
                Arguments.of(List.of(FakeLauncher.agent(AdapterId.OPENAI_API, "1.0.0")), "no program"),
                Arguments.of(List.of(new DetectedAgent(AdapterId.CODEX, "0.169.0", null)), "no program"));
    }

    @Test
    void aLauncherThatFailsOverOneImageLooksIntoTheOthers() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        detection.detectIfNew(RunnerKind.SANDBOX, Optional.of(image), "default");
        launcher.breaksOver(image);

        caller().post("/agents/detect")
                .then()
                .statusCode(200)
                .body(
                        "looks.find { it.image == '%s' && it.runner == 'sandbox' }.problem".formatted(image),
                        containsString("the service's log"),
                        "looks.find { it.image == 'default' && it.runner == 'sandbox' }.problem",
                        nullValue());

        assertThat(shown("sandbox", image, "claude-code")).containsEntry("version", "2.1.300");
        launcher.loses(image);
    }

    @Test
    void onlyOperatorsHaveImagesLookedInto() {
        given().post("/agents/detect").then().statusCode(401);
        given().auth()
                .preemptive()
                .basic("service", "service-for-tests")
                .post("/agents/detect")
                .then()
                .statusCode(403);
        given().get("/agents").then().statusCode(401);
    }

    @Test
    void aChangedRangeHoldsAtOnceForWhatWasFoundBefore() {
        String image = "agents-" + UUID.randomUUID();
        launcher.installs(image, FakeLauncher.agent(AdapterId.CLAUDE_CODE, "2.1.300"));
        detection.detectIfNew(RunnerKind.SANDBOX, Optional.of(image), "default");

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
