package dev.alfred.orchestrator.supervision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import jakarta.inject.Inject;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.FakeLauncher;
import dev.alfred.orchestrator.OrchestratorProfile;
import dev.alfred.orchestrator.RunScene;
import dev.alfred.orchestrator.run.RunMessages;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.store.RunAttemptRepository;
import dev.alfred.orchestrator.run.store.RunRepository;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

@QuarkusTest
@TestProfile(OrchestratorProfile.class)
class AdoptionTest extends RunScene {
    @Inject
    RunRepository rows;

    @Inject
    RunAttemptRepository attempts;

    @Inject
    SupervisionHandler handler;

    @Inject
    PushedCommit pushed;

    @Inject
    AgroalDataSource dataSource;

    @Test
    void aLivingRunnerOfAnInstanceThatDiedIsAdoptedAndNotStartedTwice() throws Exception {
        RunRequested request = running();
        Run.Held former = load(request).held();

        theOwnerDied(request);
        await().atMost(SOON).until(() -> load(request).generation() > former.generation());
        launcher.runner(request.run(), 1)
                .prints("said to the new owner")
                .ends(new StageResult.Prepared(ExitReason.NONE, null, "c0ffee00", false, null, List.of()))
                .ends(new StageResult.Ran(ExitReason.NONE, null, null, "2.1.328", null))
                .ends(new StageResult.Published(ExitReason.NONE, null, "c0ffee00", 0, false));

        ended(request, "succeeded");
        assertThat(launcher.orders(request.run())).hasSize(1);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("started", "succeeded"));
        given().auth()
                .preemptive()
                .basic("admin", "admin-for-tests")
                .accept("text/plain")
                .get("/runs/" + request.run() + "/log")
                .then()
                .body(containsString("said to the new owner"));
    }

    @Test
    void aRunnerThatDiedWithItsInstanceLeadsToAnotherAttempt() throws Exception {
        RunRequested request = running();

        launcher.runner(request.run(), 1).vanishes();
        theOwnerDied(request);

        await().atMost(SOON).until(() -> launcher.runner(request.run(), 2) != null);
        assertThat(trail.of(request.run())).doesNotContain("lost");
    }

    @Test
    void aRunnerThatOutlivesItsDeadlineIsStoppedAndTheRunTimesOut() throws Exception {
        RunRequested request = running();
        // The look that sees its first stage moves the deadline.
        await().atMost(SOON)
                .until(() -> count("SELECT count(*) FROM run_attempt WHERE stage IS NOT NULL AND run = '%s'"
                                .formatted(request.run()))
                        == 1);

        try (var connection = dataSource.getConnection();
                var update = connection.prepareStatement(
                        "UPDATE run_attempt SET deadline = now() - interval '1 second' WHERE run = ?")) {
            update.setObject(1, request.run());
            update.executeUpdate();
        }

        ended(request, "timed_out");
        assertThat(launcher.runner(request.run(), 1).stopped()).isTrue();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(trail.of(request.run())).containsExactly("started", "timed-out"));
    }

    @Test
    void aLateResultIsRecordedAndChangesNothing() throws Exception {
        RunRequested request = running();
        Run former = load(request);
        theOwnerDied(request);
        await().atMost(SOON).until(() -> load(request).generation() > former.generation());

        boolean taken = handler.ended(
                former.held(),
                1,
                RunChange.FAILED,
                RunMessages.withoutLaunch(former, former.session(), ExitReason.AGENT_FAILED, "late", Instant.now()));

        assertThat(taken).isFalse();
        assertThat(load(request).state().wire()).isEqualTo("running");
        assertThat(count("SELECT count(*) FROM audit WHERE action = 'run.late-result' AND subject = '" + request.run()
                        + "'"))
                .isEqualTo(1);
        assertThat(trail.of(request.run())).doesNotContain("failed");
    }

    @Test
    void aResultOfAnEarlierAttemptChangesNothingEither() {
        RunRequested request = running();
        Run run = load(request);

        assertThat(handler.ended(
                        run.held(),
                        0,
                        RunChange.FAILED,
                        RunMessages.withoutLaunch(run, run.session(), ExitReason.AGENT_FAILED, "late", Instant.now())))
                .isFalse();
        assertThat(load(request).state().wire()).isEqualTo("running");
    }

    @Test
    void aCommitThatPublishReportedAndTheRemoteHasMeansThatTheWorkIsDone(@TempDir Path directory) throws Exception {
        RunRequested request = running(ARunRequest.aRun().of(Phase.DEVELOPMENT));
        String commit = aRemoteWith(directory, request.branch().name());
        FakeLauncher.Runner runner = launcher.runner(request.run(), 1);
        runner.ends(new StageResult.Prepared(ExitReason.NONE, null, "c0ffee00", false, null, List.of()))
                .ends(new StageResult.Ran(ExitReason.NONE, null, null, "2.1.328", null));
        for (String line : dev.alfred.orchestrator.StageScript.of(
                        new StageResult.Published(ExitReason.NONE, null, commit, 1, false))
                .lines()) {
            runner.prints(line);
        }
        await().atMost(SOON).until(() -> commit.equals(attempt(request).reportedCommit()));
        Run run = at(load(request), directory);

        assertThat(pushed.check(run, attempt(request), ExitReason.RUNNER_LOST))
                .isEqualTo(new PushedCommit.Answer.IsHead(commit));
        assertThat(pushed.check(run, attempt(request), ExitReason.AGENT_FAILED))
                .isEqualTo(new PushedCommit.Answer.IsNot());
    }

    @Test
    void anotherAttemptWaitsUntilTheRemoteCanBeRead() throws Exception {
        RunRequested request = running(ARunRequest.aRun().of(Phase.DEVELOPMENT));
        launcher.runner(request.run(), 1)
                .ends(new StageResult.Prepared(ExitReason.NONE, null, "c0ffee00", false, null, List.of()))
                .ends(new StageResult.Ran(ExitReason.NONE, null, null, "2.1.328", null))
                .killedAfter(new StageResult.Published(ExitReason.NONE, null, "4be1f0a9", 1, false));

        await().atMost(SOON)
                .untilAsserted(() -> given().auth()
                        .preemptive()
                        .basic("admin", "admin-for-tests")
                        .get("/runs/" + request.run())
                        .then()
                        .body("state", equalTo("running"))
                        .body("reason", equalTo("forge_unreachable")));
        assertThat(launcher.orders(request.run())).hasSize(1);
    }

    private RunRequested running() {
        return running(ARunRequest.aRun());
    }

    private RunRequested running(ARunRequest wanted) {
        RunRequested request = wanted.build();
        runs.request(request);
        await().atMost(SOON)
                .until(() -> launcher.runner(request.run(), 1) != null
                        && load(request).state().wire().equals("running"));
        launcher.runner(request.run(), 1).prints(new RunnerLine.Text("working"));
        return request;
    }

    private Run load(RunRequested request) {
        return QuarkusTransaction.requiringNew()
                .call(() -> rows.load(request.run()))
                .orElseThrow();
    }

    private Attempt attempt(RunRequested request) {
        return QuarkusTransaction.requiringNew()
                .call(() -> attempts.load(request.run(), 1))
                .orElseThrow();
    }

    private void theOwnerDied(RunRequested request) throws Exception {
        try (var connection = dataSource.getConnection();
                var update = connection.prepareStatement(
                        "UPDATE run SET owner = 'dead/1', lease_until = now() - interval '1 second' WHERE id = ?")) {
            update.setObject(1, request.run());
            update.executeUpdate();
        }
    }

    private long count(String query) throws Exception {
        try (var connection = dataSource.getConnection();
                var select = connection.prepareStatement(query);
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void ended(RunRequested request, String state) {
        await().atMost(SOON).until(() -> load(request).state().wire().equals(state));
    }

    private static String aRemoteWith(Path directory, String branch) throws IOException, GitAPIException {
        try (Git git = Git.init()
                .setDirectory(directory.toFile())
                .setInitialBranch(branch)
                .call()) {
            Files.writeString(directory.resolve("shelves.txt"), "sorted");
            git.add().addFilepattern(".").call();
            return git.commit()
                    .setMessage("Sort the shelves")
                    .setAuthor("Ada", "ada@example.org")
                    .setCommitter("Ada", "ada@example.org")
                    .setSign(false)
                    .call()
                    .getName();
        }
    }

    private static Run at(Run run, Path remote) {
        RunRequested asked = run.request();
        RunRequested elsewhere = new RunRequested(
                asked.run(),
                asked.mailbox(),
                asked.kind(),
                asked.mailboxRevision(),
                new dev.alfred.contracts.runrequests.RunProject(
                        asked.project().id(),
                        asked.project().organization(),
                        asked.project().project(),
                        asked.project().forge(),
                        remote.toUri().toString()),
                asked.phase(),
                asked.branch(),
                asked.prompts(),
                asked.settings(),
                false,
                false,
                asked.requestedBy(),
                UUID.randomUUID(),
                asked.requestedAt());
        return new Run(
                run.id(),
                elsewhere,
                run.state(),
                run.reason(),
                run.detail(),
                run.owner(),
                run.generation(),
                run.attempt(),
                run.launches(),
                run.cancel(),
                run.baseCommit(),
                run.session(),
                run.usage(),
                run.startedAt(),
                run.traceparent(),
                run.readAt());
    }
}
