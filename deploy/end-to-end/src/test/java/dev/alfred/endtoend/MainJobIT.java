package dev.alfred.endtoend;

import java.io.PrintWriter;

import dev.alfred.local.demo.DemoPlay;
import dev.alfred.local.demo.DemoReport;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A label becomes a plan, a branch, a merge request, and later runs that remember. */
class MainJobIT {
    @Test
    void playsOneIssueFromLabelToMergeInOneMemory() {
        RunningAlfred alfred = RunningAlfred.get();

        DemoReport seen = new DemoPlay(alfred.target(), "main-job", new PrintWriter(System.out, true)).play();

        assertThat(seen.runs()).extracting(DemoReport.Run::phase).containsExactly("analysis", "development", "answer");
        assertThat(seen.runs()).extracting(DemoReport.Run::mode).containsExactly("fresh", "resumed", "resumed");
        assertThat(seen.runs().getFirst().reason()).isEqualTo("no_prior_session");
        assertThat(seen.sessions()).isEqualTo(1);
        assertThat(seen.remembered()).isTrue();
        assertThat(seen.mergeRequest().merged()).isTrue();
    }
}
