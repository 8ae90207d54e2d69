package dev.alfred.endtoend;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.local.demo.Waiting;
import dev.alfred.local.launcher.ServiceProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The main job in real pods of a real Kubernetes (1.20.2, one node) with the real Claude Code, and what may befall it there. */
@Tag("kubernetes")
class OneNodeClusterIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private static RunnersOnKubernetes kubernetes;
    private static RunningAlfred alfred;

    @BeforeAll
    static void aClusterAndAlfred() throws IOException, InterruptedException {
        Optional<String> missing = RunnersOnKubernetes.missing();
        missing.ifPresent(System.out::println);
        assumeTrue(missing.isEmpty(), missing.orElse(""));
        kubernetes = RunnersOnKubernetes.start();
        alfred = kubernetes.alfred();
        Waiting.until(
                "Claude Code in the image",
                LIMIT,
                () -> Optional.of(
                                alfred.operator().orchestrator().get("/agents").toString())
                        .filter(agents -> agents.contains("kubernetes")));
    }

    @AfterAll
    static void endThem() throws IOException, InterruptedException {
        if (kubernetes != null) {
            kubernetes.close();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void remembersInTheClaimAndLeavesNothingBehind() {
        Work work = work("main-job", "default", "Greet the name that is given.", Map.of());
        JsonNode first = work.ended(1);
        String branch = alfred.operator()
                .awaitStatus(work.mailbox(), "waiting", LIMIT)
                .get("branch")
                .asText();
        Waiting.until(
                "a merge request",
                LIMIT,
                () -> alfred.dev().mergeRequestOf(work.project().repository(), branch));
        alfred.dev().comment(work.project().repository(), work.issue(), "@alfred what did you change, and why?");
        JsonNode second = work.ended(2);

        assertThat(first.get("state").asText()).as(first.toString()).isEqualTo("succeeded");
        assertThat(first.get("runner").asText()).isEqualTo("kubernetes");
        assertThat(first.at("/session/mode").asText()).isEqualTo("fresh");
        assertThat(alfred.dev().commitsOn(work.project().repository(), branch, "main"))
                .hasSize(1);
        assertThat(second.get("state").asText()).as(second.toString()).isEqualTo("succeeded");
        assertThat(second.at("/session/mode").asText()).as(second.toString()).isEqualTo("resumed");
        assertThat(second.at("/session/nativeId").asText())
                .isEqualTo(first.at("/session/nativeId").asText());
        assertThat(alfred.model().remembers(id(second), List.of(id(first)))).isTrue();
        awaitNothing("pods", "-l", "alfred.dev/mailbox=" + work.label());
        awaitNothing("secrets", "-l", "alfred.dev/mailbox=" + work.label());
        assertThat(claims(work)).hasSize(1);

        alfred.dev().closeIssue(work.project().repository(), work.issue());
        Waiting.until(
                "the claim is deleted", LIMIT, () -> Optional.of(claims(work)).filter(List::isEmpty));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void whatNeedsMoreMemoryThanItsPodMayUseIsToldByNameAndNotTriedAgain() throws IOException, InterruptedException {
        kubernetes.pool("small", 2, "400Mi");
        Work work = work(
                "out-of-memory",
                "small",
                "Greet the name that is given.",
                Map.of(".alfred/setup.sh", "#!/bin/sh\nhead -c 1000000000 /dev/zero | tail -c 900000000 >/dev/null\n"));

        JsonNode run = work.ended(1);

        assertThat(run.get("state").asText()).as(run.toString()).isEqualTo("failed");
        assertThat(run.get("exitReason").asText()).as(run.toString()).isEqualTo("out_of_memory");
        assertThat(run.get("attempt").asInt()).isEqualTo(1);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aPodsDeadlineIsToldByName() {
        RunningAlfred.Project project = project("deadline", "default", Map.of());
        alfred.operator().set("it", project.name(), "RUN_TIMEOUT", "PT10S");
        alfred.operator().set("it", project.name(), "SETUP_TIMEOUT", "PT1S");
        Work work = labelled(project, "Greet the name that is given. [[hang]]");

        JsonNode run = work.ended(1);

        assertThat(run.get("state").asText()).as(run.toString()).isEqualTo("timed_out");
        assertThat(run.get("exitReason").asText()).as(run.toString()).isEqualTo("timeout");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aPodThatSomebodyDeletesIsFollowedByAnother() {
        Work work = work("deleted", "default", "Greet the name that is given. [[sleep:6]]", Map.of());
        String run = id(work.inRun());

        kubernetes.kubectl("delete", "pods", "-l", "alfred.dev/run=" + run, "--wait=false", "--grace-period=1");
        JsonNode ended = work.ended(1);

        assertThat(ended.get("state").asText()).as(ended.toString()).isEqualTo("succeeded");
        assertThat(ended.get("attempt").asInt()).as(ended.toString()).isEqualTo(2);
        JsonNode attempts = alfred.operator().orchestrator().get("/runs/" + run).get("attempts");
        assertThat(attempts.get(0).get("exitReason").asText())
                .as(attempts.toString())
                .isEqualTo("runner_lost");
        assertThat(work.commits()).hasSize(1);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aPodOutlivesTheOrchestratorAndIsAdopted() {
        Work work = work("adopted", "default", "Greet the name that is given. [[sleep:6]]", Map.of());
        String run = id(work.inRun());
        ServiceProcess orchestrator = alfred.system().process("run-orchestrator");

        orchestrator.kill();
        List<String> pods = kubernetes.pods(run);
        Waiting.until(
                "run-orchestrator is back",
                LIMIT,
                () -> Optional.of(orchestrator).filter(ServiceProcess::ready));
        JsonNode ended = work.ended(1);

        assertThat(pods).hasSize(1).first().asString().endsWith("-1");
        assertThat(ended.get("state").asText()).as(ended.toString()).isEqualTo("succeeded");
        assertThat(ended.get("attempt").asInt()).as(ended.toString()).isEqualTo(1);
        assertThat(work.commits()).hasSize(1);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aPoolThatIsScaledDownDrainsAndScaledUpGoesOn() throws IOException, InterruptedException {
        kubernetes.pool("scaled", 1, "2Gi");
        Work running = work("scaled", "scaled", "Greet the name that is given. [[sleep:6]]", Map.of());
        running.inRun();
        Work queued = labelled(running.project(), "Greet the name that is given.");
        Waiting.until("one runs and one waits", LIMIT, () -> told("scaled", "1/1/1"));

        kubernetes.kubectl("scale", "runnerpool", "scaled", "--replicas=0");
        Waiting.until("the pool drains", LIMIT, () -> told("scaled", "0/1/1"));
        JsonNode drained = running.ended(1);
        Waiting.until("the pool is empty", LIMIT, () -> told("scaled", "0//1"));
        String waiting = queued.run(1).orElseThrow().get("state").asText();
        kubernetes.kubectl("scale", "runnerpool", "scaled", "--replicas=1");
        JsonNode next = queued.ended(1);

        assertThat(drained.get("state").asText()).as(drained.toString()).isEqualTo("succeeded");
        assertThat(drained.get("attempt").asInt()).isEqualTo(1);
        assertThat(waiting).isEqualTo("queued");
        assertThat(next.get("state").asText()).as(next.toString()).isEqualTo("succeeded");
        Waiting.until("nothing runs and nothing waits", LIMIT, () -> told("scaled", "1//"));
    }

    /** The last line of its own script fails where the agent's container has any of the mirror. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void theSecondRunTakesFromTheMirrorWhatTheFirstOneFetched() throws IOException, InterruptedException {
        kubernetes.mirroredPool("mirrored", 2, "mirrors");
        Work first = work(
                "mirrored",
                "mirrored",
                "Greet the name that is given. [[sleep:10]]",
                Map.of(".alfred/setup.sh", "#!/bin/sh\ntest ! -e /alfred/mirrors\n"));
        String fetched = said(first.inRun(), "prepare");
        String kept = said(first.inRun(), "keep");
        JsonNode filled = first.ended(1);
        Work second = labelled(first.project(), "Greet the name that is given. [[sleep:10]]");
        String copied = said(second.inRun(), "prepare");
        String lacking = said(second.inRun(), "keep");
        JsonNode run = second.ended(1);

        assertThat(fetched).contains("all of main was fetched, for the mirror too");
        assertThat(kept).startsWith("the mirror is at ");
        assertThat(copied).contains("main came from the mirror");
        assertThat(lacking).isEqualTo("the mirror lacks nothing");
        assertThat(filled.get("state").asText()).as(filled.toString()).isEqualTo("succeeded");
        assertThat(run.get("state").asText()).as(run.toString()).isEqualTo("succeeded");
        assertThat(second.commits()).hasSize(1);
    }

    /** What that container of a run's pod printed. */
    private static String said(JsonNode run, String container) {
        String pod = kubernetes.pods(id(run)).getFirst();
        return String.join("\n", kubernetes.kubectl("logs", pod, "-c", container));
    }

    /** What the pool's resource says of capacity, running and queued; a number that is 0 may not be printed. */
    private static Optional<String> told(String pool, String figures) {
        String said = kubernetes
                .kubectl(
                        "get",
                        "runnerpool",
                        pool,
                        "-o",
                        "jsonpath={.spec.replicas}/{.status.replicas}/{.status.queued}")
                .getFirst();
        return Optional.of(said).filter(s -> s.replaceAll("/0(?=/|$)", "/").equals(figures));
    }

    private static void awaitNothing(String... what) {
        Waiting.until("no more " + String.join(" ", what), LIMIT, () -> {
            String[] get = new String[what.length + 4];
            get[0] = "get";
            System.arraycopy(what, 0, get, 1, what.length);
            get[what.length + 1] = "-o";
            get[what.length + 2] = "name";
            get[what.length + 3] = "--ignore-not-found";
            return Optional.of(kubernetes.kubectl(get)).filter(List::isEmpty);
        });
    }

    private static List<String> claims(Work work) {
        return kubernetes
                .kubectl(
                        "get",
                        "pvc",
                        "-o",
                        "jsonpath={range .items[*]}{.metadata.annotations.alfred\\.dev/mailbox}{\"\\n\"}{end}")
                .stream()
                .filter(work.mailbox()::equals)
                .toList();
    }

    private static RunningAlfred.Project project(String name, String pool, Map<String, String> files) {
        RunningAlfred.Project project = alfred.newProject("it", name, files);
        alfred.operator().set("it", project.name(), "AUTO_DEVELOP", true);
        alfred.operator().set("it", project.name(), "ANALYSIS_FIRST", false);
        alfred.operator().set("it", project.name(), "RUNNER_POOL", pool);
        return project;
    }

    /** An issue of a new repository with Alfred's label. */
    private static Work work(String name, String pool, String text, Map<String, String> files) {
        return labelled(project(name, pool, files), text);
    }

    private static Work labelled(RunningAlfred.Project project, String text) {
        long issue = alfred.dev().openIssue(project.repository(), "Greet by name", text);
        alfred.dev().label(project.repository(), issue, "alfred");
        return new Work(project, issue);
    }

    private static String id(JsonNode run) {
        return run.get("id").asText();
    }

    private record Work(RunningAlfred.Project project, long issue) {
        String mailbox() {
            return project.mailbox(issue);
        }

        String label() {
            return new MailboxKey(mailbox()).kubernetesLabel();
        }

        Optional<JsonNode> run(int number) {
            return alfred.operator().runs(mailbox()).stream().skip(number - 1L).findFirst();
        }

        JsonNode ended(int number) {
            return alfred.operator().awaitEndOfRun(mailbox(), number, LIMIT);
        }

        /** Its first run, once the agent has been started in it. */
        JsonNode inRun() {
            return Waiting.until(
                    "the agent works on " + mailbox(),
                    LIMIT,
                    () -> run(1).filter(run -> alfred.model().asked(id(run))));
        }

        List<String> commits() {
            String branch = alfred.operator()
                    .awaitStatus(mailbox(), "waiting", LIMIT)
                    .get("branch")
                    .asText();
            return alfred.dev().commitsOn(project.repository(), branch, "main");
        }
    }
}
