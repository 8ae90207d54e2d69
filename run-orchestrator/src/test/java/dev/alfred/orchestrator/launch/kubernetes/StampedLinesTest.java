package dev.alfred.orchestrator.launch.kubernetes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.vocabulary.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("kubernetes")
class StampedLinesTest {
    private static final String STAMP = "2026-11-30T08:00:00.123456789Z ";
    private static final int PIECE = 16384;

    @Test
    void aLineHasTheTimeThatItsNodeGaveItWhereverTheNodeIs() throws IOException {
        assertThat(read(STAMP + "one\n2026-11-30T09:00:00.123456789+01:00 two\n2026-11-30T08:00:01Z \n"))
                .containsExactly(
                        new StampedLines.Line(Instant.parse("2026-11-30T08:00:00.123456789Z"), "one", true),
                        new StampedLines.Line(Instant.parse("2026-11-30T08:00:00.123456789Z"), "two", true),
                        new StampedLines.Line(Instant.parse("2026-11-30T08:00:01Z"), "", true));
    }

    @Test
    void aLineWithoutATimeIsAKubeletsOwn() throws IOException {
        assertThat(read("unable to retrieve container logs for docker://4be1f0a9\n" + STAMP + "one\n2026-99-99 x\n"))
                .extracting(StampedLines.Line::text)
                .containsExactly("one");
    }

    @Test
    void theLastLineMayNotBeWhole() throws IOException {
        assertThat(read(STAMP + "one\n" + STAMP + "tw"))
                .extracting(StampedLines.Line::whole)
                .containsExactly(true, false);
    }

    @Test
    void theTimesOfALongLinesPiecesAreTakenOut() throws IOException {
        // A letter of two bytes lies across the pieces.
        String first = "a".repeat(PIECE - 1) + "é";
        byte[] bytes = first.getBytes(StandardCharsets.UTF_8);
        String log = STAMP
                + new String(bytes, 0, PIECE, StandardCharsets.ISO_8859_1)
                + STAMP
                + new String(bytes, PIECE, bytes.length - PIECE, StandardCharsets.ISO_8859_1)
                + "b".repeat(PIECE - 1)
                + STAMP
                + "c\n";
        StampedLines lines = new StampedLines(new ByteArrayInputStream(log.getBytes(StandardCharsets.ISO_8859_1)));

        assertThat(lines.next())
                .hasValueSatisfying(line -> assertThat(line.text()).isEqualTo(first + "b".repeat(PIECE - 1) + "c"));
    }

    @Test
    void aLongLineOfANewerKubeletIsLeftAlone() throws IOException {
        assertThat(read(STAMP + "d".repeat(3 * PIECE) + "\n"))
                .extracting(StampedLines.Line::text)
                .containsExactly("d".repeat(3 * PIECE));
    }

    @Test
    void aPositionIsOneNumberAndBack() {
        Instant created = Instant.parse("2026-11-30T08:00:00Z");
        LogPosition position = new LogPosition(Stage.PUBLISH, Instant.parse("2026-12-05T08:00:00.123456789Z"), 1000);

        assertThat(LogPosition.of(position.number(created), created)).isEqualTo(position);
        assertThat(LogPosition.of(0, created)).isEqualTo(LogPosition.beginningOf(Stage.PREPARE));
        assertThat(LogPosition.beginningOf(Stage.PREPARE).number(created)).isZero();
        assertThat(LogPosition.of(LogPosition.beginningOf(Stage.RUN).number(created), created))
                .isEqualTo(LogPosition.beginningOf(Stage.RUN));
        // A node whose clock is behind.
        LogPosition behind = new LogPosition(Stage.RUN, created.minusSeconds(3600), 1);
        assertThat(LogPosition.of(behind.number(created), created)).isEqualTo(behind);
    }

    @Test
    void aTimeThatGoesBackTakesNoPositionBack() {
        Instant then = Instant.parse("2026-11-30T08:00:00Z");

        assertThat(LogPosition.beginningOf(Stage.RUN).after(then).after(then).after(then.minusSeconds(1)))
                .isEqualTo(new LogPosition(Stage.RUN, then, 2));
    }

    private static List<StampedLines.Line> read(String log) throws IOException {
        List<StampedLines.Line> lines = new ArrayList<>();
        StampedLines in = new StampedLines(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)));
        for (Optional<StampedLines.Line> line = in.next(); line.isPresent(); line = in.next()) {
            lines.add(line.get());
        }
        return lines;
    }
}
