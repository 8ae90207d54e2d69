package dev.alfred.runner.adapter.session;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionFingerprint.FileMark;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What is common to all formats of logs; what is peculiar to one stands in that format's own test. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoggedSessionsTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final String OTHER = "22222222-1111-4111-8111-111111111111";

    @TempDir
    private Path directory;

    private LoggedSessions sessions;
    private Path file;

    @BeforeEach
    void aSessionOfOneTurn() throws IOException {
        sessions = new LoggedSessions(new PlainLogs(true), directory);
        file = PlainLogs.file(directory, ID);
        append("note - - " + ID, "user u1 - -", "model m1 u1 -", "tool t1 m1 -", "model m2 t1 -");
    }

    @Test
    void acceptsWhatWasRecordedAndWhatGrewFromIt() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        append("user u2 m2 -", "model m3 u2 -");

        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.check(ID, null)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.ids()).containsExactly(ID);
    }

    @Test
    void missesASessionThatIsNotThere() throws IOException {
        assertThat(unusable(OTHER, null)).isEqualTo(ResumeFallback.STATE_MISSING);
        Files.delete(file);
        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_MISSING);
        assertThat(sessions.exists(ID)).isFalse();
        assertThat(sessions.saved(ID)).isEmpty();
        assertThat(sessions.lastChange(ID)).isEqualTo(Instant.MIN);
    }

    @Test
    void findsASessionThatIsThereTwice() throws IOException {
        Files.copy(file, PlainLogs.file(Files.createDirectory(directory.resolve("elsewhere")), ID));

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
        assertThat(sessions.saved(ID)).isEmpty();
    }

    @Test
    void findsAFileCutShortWhereverTheCutLies() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertThat(unusable(ID, recorded)).as("%d bytes left", length).isEqualTo(ResumeFallback.STATE_CORRUPT);
        }
    }

    @Test
    void findsAnotherSessionsFileUnderTheIdsName() throws IOException {
        Files.writeString(file, Files.readString(file).replace(ID, OTHER));

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void rejectsALinkAPipeOrADirectoryUnderTheIdsName() throws IOException, InterruptedException {
        StateCheck.Sound before = sound();
        Path elsewhere = Files.move(file, directory.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);
        assertRejected(before);

        Files.delete(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        assertRejected(before);

        Files.delete(file);
        Files.createDirectory(file);
        assertRejected(before);
    }

    private void assertRejected(StateCheck.Sound before) {
        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_REJECTED);
        assertThat(sessions.saved(ID)).isEmpty();
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
    }

    @Test
    void findsDamageAndWhatHoldsNoTurn() throws IOException {
        String whole = Files.readString(file);
        for (String damaged : List.of(
                "",
                "garbage\n",
                "xx" + whole,
                whole + "\0\0\0\n",
                whole + "note - - -",
                whole.replaceFirst(" -\n", "\n"),
                whole.replace("model", "note"),
                whole.replace("user", "note").replace("tool", "note"))) {
            Files.writeString(file, damaged);

            assertThat(unusable(ID, null)).as(damaged).isEqualTo(ResumeFallback.STATE_CORRUPT);
            assertThat(sessions.saved(ID)).as(damaged).isEmpty();
        }
    }

    @Test
    void keepsNoMoreOfAConversationThanThereCanBe() throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardOpenOption.APPEND)) {
            for (int i = 0; i <= 200_000; i++) {
                out.write("note %d m2 -\n".formatted(i));
            }
        }

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void keepsNoIdAndNoRecordThatIsTooLong() throws IOException {
        String whole = Files.readString(file);
        append("note " + "x".repeat(101) + " m2 -");
        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);

        Files.writeString(file, whole);
        append("note - " + "x".repeat(25 * 1024 * 1024) + " -");
        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void readsNoFileThatNoLimitWouldLetThrough() throws IOException {
        StateCheck.Sound before = sound();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {'x'}), 9L << 40);
        }

        assertThat(sessions.saved(ID)).isEmpty();
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void findsARewrittenBeginning() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        Files.writeString(file, Files.readString(file).replace("tool", "note"));

        assertThat(unusable(ID, recorded)).isEqualTo(ResumeFallback.STATE_CORRUPT);
        assertThat(sessions.check(ID, null)).isInstanceOf(StateCheck.Sound.class);
    }

    @Test
    void holdsASessionAgainstItsRecordWhereverItsFileLiesByNow() throws IOException {
        SessionFingerprint recorded = sessions.saved(ID).orElseThrow();
        file = Files.move(file, PlainLogs.file(Files.createDirectory(directory.resolve("elsewhere")), ID));
        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);

        Files.writeString(file, Files.readString(file).replace("tool", "note"));
        assertThat(unusable(ID, recorded)).isEqualTo(ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void takesNoFingerprintOfAnotherFileForThisOne() {
        SessionFingerprint foreign =
                new SessionFingerprint(List.of(new FileMark(OTHER + ".log", 99_999_999, 999, "00")));

        assertThat(sessions.check(ID, foreign)).isInstanceOf(StateCheck.Sound.class);
    }

    @Test
    void provesAConversationThatWentOn() throws IOException {
        StateCheck.Sound before = sound();
        append("note - - " + ID, "user u2 m2 -", "model m3 u2 -");

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void provesAConversationThatWentOnBehindTheClisOwnRecords() throws IOException {
        StateCheck.Sound before = sound();
        append("tool t2 m2 -", "model m3 t2 -", "user u2 m3 -");

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void seesThatNothingWasAddedButWhatTheCliAndItsSubAgentsWrite() throws IOException {
        StateCheck.Sound before = sound();
        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.NotGrown());

        append("note n1 m2 -", "aside s1 n1 -");
        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.NotGrown());
    }

    @Test
    void findsAHistoryThatWasLost() throws IOException {
        StateCheck.Sound before = sound();
        String whole = Files.readString(file);

        append("user u2 - -");
        assertThat(sessions.prove(ID, before)).as("it hangs on nothing").isInstanceOf(ResumeProof.Lost.class);

        Files.writeString(file, whole);
        append("user u2 nowhere -");
        assertThat(sessions.prove(ID, before)).as("it hangs on something else").isInstanceOf(ResumeProof.Lost.class);

        Files.writeString(file, "user u2 m2 -\n" + whole);
        assertThat(sessions.prove(ID, before)).as("its beginning changed").isInstanceOf(ResumeProof.Lost.class);

        Files.writeString(file, "note - - " + ID + "\nuser u2 - -\n");
        assertThat(sessions.prove(ID, before))
                .as("begun anew under the same id")
                .isInstanceOf(ResumeProof.Lost.class);

        Files.writeString(file, whole);
        append("user u2 m2 -");
        Files.copy(file, PlainLogs.file(directory, OTHER));
        assertThat(sessions.prove(ID, before)).as("another session appeared").isInstanceOf(ResumeProof.Lost.class);

        Files.delete(PlainLogs.file(directory, OTHER));
        Files.delete(file);
        assertThat(sessions.prove(ID, before)).as("its file is gone").isInstanceOf(ResumeProof.Lost.class);
    }

    @Test
    void findsAConversationThatWentOnFromAnEarlierTurn() throws IOException {
        append("user u2 m2 -", "model m3 u2 -");
        StateCheck.Sound before = sound();
        append("user u3 m2 -", "model m4 u3 -");

        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
    }

    @Test
    void asksForNoChainWhereRecordsNameNoneBeforeThem() throws IOException {
        sessions = new LoggedSessions(new PlainLogs(false), directory);
        StateCheck.Sound before = sound();
        append("user - - -");

        assertThat(sessions.prove(ID, before)).isEqualTo(new ResumeProof.Proven());
    }

    @Test
    void savesNoFingerprintOfASessionThatCouldNotBeResumed() throws IOException {
        Files.writeString(file, "user u1 - -\n");

        assertThat(sessions.saved(ID)).isEmpty();
        assertThat(sessions.saved(OTHER)).isEmpty();
        assertThat(sessions.exists(ID)).isTrue();
    }

    @Test
    void seesTheLatestChangeOfASessionsFiles() throws IOException {
        Path copy = Files.copy(file, PlainLogs.file(Files.createDirectory(directory.resolve("elsewhere")), ID));
        Files.setLastModifiedTime(file, FileTime.fromMillis(3_000_000_000_000L));
        Files.setLastModifiedTime(copy, FileTime.fromMillis(4_000_000_000_000L));

        assertThat(sessions.lastChange(ID)).isEqualTo(Instant.ofEpochMilli(4_000_000_000_000L));
        assertThat(sessions.lastChange()).isEqualTo(Instant.ofEpochMilli(4_000_000_000_000L));
    }

    @Test
    void whatCantBeReadIsAnAnswer() throws IOException {
        StateCheck.Sound before = sound();
        Files.delete(file);
        Files.delete(directory);

        assertThat(unusable(ID, null)).isEqualTo(ResumeFallback.STATE_CORRUPT);
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
        assertThat(sessions.saved(ID)).isEmpty();
        assertThat(sessions.ids()).isEmpty();
        assertThat(sessions.lastChange(ID)).isEqualTo(Instant.MIN);
    }

    private StateCheck.Sound sound() {
        return (StateCheck.Sound) sessions.check(ID, null);
    }

    private ResumeFallback unusable(String id, SessionFingerprint recorded) {
        return ((StateCheck.Unusable) sessions.check(id, recorded)).reason();
    }

    private void append(String... records) throws IOException {
        Files.writeString(
                file, String.join("\n", records) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
