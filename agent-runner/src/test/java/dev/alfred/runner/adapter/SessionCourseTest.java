package dev.alfred.runner.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.runner.adapter.opencode.OpenCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a run makes, before its first start, of a state in which its session is not. */
class SessionCourseTest {
    private static final String PRIOR = "ses_dd65eae71ffeLl3kX0fpqDTS5d";

    @TempDir
    private Path state;

    private final List<RunnerLine> lines = new ArrayList<>();

    @Test
    void clearsAwayWhatWouldLetNoFreshSessionBegin() throws IOException {
        Files.createDirectory(state.resolve("opencode.db-wal"));

        SessionCourse course = begun();

        assertThat(course.fallback()).isEqualTo(ResumeFallback.STATE_MISSING);
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void leavesWhatIsInNobodysWay() throws IOException {
        Files.writeString(state.resolve("kept"), "something");

        SessionCourse course = begun();

        assertThat(course.fallback()).isEqualTo(ResumeFallback.STATE_MISSING);
        assertThat(state).isDirectoryContaining("glob:**kept");
    }

    private SessionCourse begun() throws IOException {
        SessionCourse course = new SessionCourse(
                new OpenCode(),
                new AgentSettings(
                        0, Duration.ZERO, state, null, null, null, false, false, Duration.ZERO, Duration.ZERO),
                new SessionRef("branch", "fresh", PRIOR, OpenCode.STATE),
                lines::add);
        course.begin();
        assertThat(course.argument()).isEqualTo(new SessionArgument.Fresh("fresh", null));
        return course;
    }
}
