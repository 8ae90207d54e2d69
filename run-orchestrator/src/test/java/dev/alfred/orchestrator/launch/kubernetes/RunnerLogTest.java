package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.StageScript;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.Observation.LogLines;
import dev.alfred.orchestrator.launch.RunnerRef;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How a pod's log is followed through a real API server (Kubernetes 1.20.2, etcd 3.4.23) from a kubelet of the test's. */
@Tag("kubernetes")
class RunnerLogTest extends LauncherScene {
    private KubeletOfTests kubelet;
    private RunnerRef runner;
    private long position;
    private final List<String> read = new ArrayList<>();

    @BeforeEach
    void takeAPod() {
        kubelet = new KubeletOfTests(client, namespace);
        runner = launched(LaunchOrders.order(1, null));
        kubelet.takes(pod(runner));
        kubelet.says(pod(runner), "Pending", running("prepare"));
    }

    @AfterEach
    void close() {
        kubelet.close();
    }

    @Test
    void aLookCostsWhatIsNew() {
        kubelet.logs().add("prepare", Instant.now().minusSeconds(10), "x".repeat(1_000_000) + "\n");
        look();
        kubelet.prints("prepare", "a new one");
        look();
        kubelet.prints("prepare", "another one");

        assertThat(lines(look())).containsExactly("another one");
        assertThat(kubelet.logs().served()).isLessThan(1000);
    }

    @Test
    void linesThatCameInTheSameMomentAreNeitherLostNorDoubledWhoeverLooksNext() {
        Instant now = Instant.now();
        for (int i = 0; i < 10; i++) {
            kubelet.logs().add("prepare", now, "same " + i + "\n");
            look();
            launcher = launcher(Map.of());
            kubelet.logs().add("prepare", now.plusNanos(1 + i), "next " + i + "\n");
            look();
            now = now.plusNanos(2 + i);
        }

        assertThat(read)
                .containsExactlyElementsOf(IntStream.range(0, 20)
                        .mapToObj(i -> (i % 2 == 0 ? "same " : "next ") + i / 2)
                        .toList());
    }

    @Test
    void manyLinesAreReadInParts() {
        Instant now = Instant.now();
        IntStream.range(0, 4500).forEach(i -> kubelet.logs().add("prepare", now.plusNanos(i / 3), "line " + i + "\n"));

        assertThat(look().more()).isTrue();
        assertThat(look().more()).isTrue();
        assertThat(look().more()).isFalse();

        assertThat(read)
                .containsExactlyElementsOf(
                        IntStream.range(0, 4500).mapToObj(i -> "line " + i).toList());
    }

    @Test
    void aSecondInWhichMoreWasPrintedThanIsAskedForHoldsNothingUp() {
        launcher = launcher(Map.of("log-limit", "65536"));
        Instant second = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        IntStream.range(0, 30)
                .forEach(i -> kubelet.logs().add("prepare", second.plusNanos(i), "x".repeat(20_000) + i + "\n"));

        for (int looks = 0; looks < 30 && read.size() < 30; looks++) {
            look();
        }

        assertThat(look().lines()).isEmpty();
        assertThat(read)
                .containsExactlyElementsOf(IntStream.range(0, 30)
                        .mapToObj(i -> "x".repeat(20_000) + i)
                        .toList());
    }

    @Test
    void aLineThatIsNotWholeWaitsForItsEndOrItsStages() {
        kubelet.prints("prepare", "whole");
        kubelet.logs().add("prepare", Instant.now(), "ha");
        assertThat(lines(look())).containsExactly("whole");

        kubelet.says(pod(runner), "Pending", ended("prepare", 0, "{}"));
        assertThat(lines(look())).containsExactly("ha");
        assertThat(lines(look())).isEmpty();
    }

    @Test
    void aLineIsTheStagesThatPrintedIt() {
        kubelet.prints("prepare", "cloning");
        look();
        kubelet.prints("prepare", "cloned");
        kubelet.prints("run", "working");
        kubelet.says(pod(runner), "Pending", ended("prepare", 0, "{}"), running("run"));

        assertThat(look().lines())
                .containsExactly(new LogLines.Line(Stage.PREPARE, "cloned"), new LogLines.Line(Stage.RUN, "working"));
        kubelet.prints("run", "worked");
        assertThat(look().lines()).containsExactly(new LogLines.Line(Stage.RUN, "worked"));
    }

    @Test
    void aLogThatWasRotatedIsFollowedFromWhereItWasRead() {
        kubelet.prints("prepare", "one", "two", "three");
        look();
        kubelet.prints("prepare", "four", "five");
        kubelet.logs().rotate("prepare", 1);

        assertThat(lines(look())).containsExactly("five");
    }

    @Test
    void aResultIsWholeThatWasReadInPartWhenItsLogWasRotated() {
        List<String> result = StageScript.of(inSeveralParts()).inPartsOf(9_000).lines();
        int half = result.size() / 2;
        kubelet.prints("prepare", result.subList(0, half).toArray(String[]::new));
        look();
        kubelet.prints("prepare", result.subList(half, result.size()).toArray(String[]::new));
        kubelet.logs().rotate("prepare", result.size() - half);
        kubelet.says(pod(runner), "Pending", ended("prepare", 0, "{}"));

        look();

        assertThat(read).hasSizeGreaterThan(2).containsExactlyElementsOf(result);
    }

    /** As with an orchestrator that was away for an hour: what is gone is gone, the last file holds the result. */
    @Test
    void aResultIsWholeThatFollowsManyRotationsOfWhichNobodyReadAnything() {
        List<String> result = StageScript.of(inSeveralParts()).inPartsOf(9_000).lines();
        kubelet.prints("prepare", "the first word");
        look();
        for (int files = 0; files < 5; files++) {
            IntStream.range(0, 50).forEach(i -> kubelet.prints("prepare", "line " + i));
            kubelet.logs().rotate("prepare", 0);
        }
        kubelet.prints("prepare", "the last word");
        kubelet.prints("prepare", result.toArray(String[]::new));
        kubelet.says(pod(runner), "Pending", ended("prepare", 0, "{}"));
        launcher = launcher(Map.of());

        look();

        assertThat(read.subList(0, 2)).containsExactly("the first word", "the last word");
        assertThat(read.subList(2, read.size())).containsExactlyElementsOf(result);
    }

    /** A kubelet has no file to read from between its renaming the full one and the runtime's opening the next. */
    @Test
    void nothingIsLostOrDoubledByALookInTheMidstOfARotation() {
        kubelet.prints("prepare", "one", "two");
        look();
        kubelet.logs().broken(true);
        assertThat(lines(look())).isEmpty();
        kubelet.logs().rotate("prepare", 0);
        kubelet.logs().broken(false);
        assertThat(lines(look())).isEmpty();
        kubelet.prints("prepare", "three");

        look();
        look();

        assertThat(read).containsExactly("one", "two", "three");
    }

    /** So long that it is printed in several parts. */
    private static StageResult.Prepared inSeveralParts() {
        return new StageResult.Prepared(
                ExitReason.NONE,
                null,
                "c0ffee00",
                false,
                null,
                IntStream.range(0, 3000).mapToObj(i -> "a/rejected/file-" + i).toList());
    }

    @Test
    void aKubeletsOwnTroubleIsNoneOfTheLog() {
        kubelet.prints("prepare", "one");
        kubelet.logs().add("run", Instant.now(), "one\n");
        look();
        kubelet.logs().broken(true);

        assertThat(lines(look())).isEmpty();

        kubelet.logs().broken(false);
        kubelet.prints("prepare", "two");
        assertThat(lines(look())).containsExactly("two");
    }

    /** Its last lines are its result. */
    @Test
    void anEndWhoseLogCanNotBeReadJustNowIsNoneYet() {
        kubelet.prints("prepare", "the result");
        kubelet.logs().broken(true);
        kubelet.says(pod(runner), "Failed", finished(Instant.now()));
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Unreachable.class);

        kubelet.logs().broken(false);
        assertThat(launcher.observe(runner, 0))
                .isInstanceOfSatisfying(
                        Observation.Ended.class,
                        ended -> assertThat(ended.log().lines()).hasSize(1));

        kubelet.logs().broken(true);
        kubelet.says(pod(runner), "Failed", finished(Instant.now().minusSeconds(200)));
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Ended.class);
    }

    private static ContainerStatus finished(Instant when) {
        return new ContainerStatusBuilder(ended("prepare", 1, "{}"))
                .editState()
                .editTerminated()
                .withFinishedAt(when.truncatedTo(ChronoUnit.SECONDS).toString())
                .endTerminated()
                .endState()
                .build();
    }

    private LogLines look() {
        LogLines log = switch (launcher.observe(runner, position)) {
            case Observation.Running running -> running.log();
            case Observation.Ended ended -> ended.log();
            case Observation other -> throw new AssertionError("it does not run: " + other);
        };
        position = log.next();
        read.addAll(lines(log));
        return log;
    }

    private static List<String> lines(LogLines log) {
        return log.lines().stream().map(LogLines.Line::text).toList();
    }
}
