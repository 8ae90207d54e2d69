package dev.alfred.runner.adapter.opencode;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.adapter.session.StateCheck;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(120)
class DatabaseSessionsTest {
    private static final String ID = "ses_dd65eae71ffeLl3kX0fpqDTS5d";
    private static final String OTHER = "ses_dd65bb960ffeTP52BdUHKFsIal";

    @TempDir
    private Path directory;

    private Path state;
    private ADatabase database;
    private DatabaseSessions sessions;

    @BeforeEach
    void aSessionOfTwoTurns() throws IOException, SQLException {
        state = Files.createDirectories(directory.resolve("state"));
        database = new ADatabase(directory.resolve("elsewhere"));
        database.session(ID).turn(ID, "first", "one").turn(ID, "second", "two").lieIn(state);
        sessions = new DatabaseSessions(state);
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    @Test
    void noRoomForACopyIsNoWordAboutTheSession() {
        StateCheck.Sound before = sound();
        sessions = new DatabaseSessions(state, directory.resolve("full"));

        for (ThrowingCallable question : List.<ThrowingCallable>of(
                () -> sessions.check(ID, null),
                () -> sessions.prove(ID, before),
                () -> sessions.saved(ID),
                () -> sessions.ids(),
                () -> sessions.hindersFresh(),
                () -> sessions.settle())) {
            assertThatThrownBy(question)
                    .isInstanceOf(DatabaseCopy.Failed.class)
                    .hasMessageStartingWith("the database can't be copied to be looked at");
        }
        assertThat(state).isNotEmptyDirectory();
    }

    @Test
    void findsASoundSessionWhoseNewestWordsAreInTheLogAlone() {
        StateCheck.Sound sound = sound();

        assertThat(sound.sessions()).containsExactly(ID);
        assertThat(sound.before().files()).singleElement().satisfies(mark -> {
            assertThat(mark.path()).isEqualTo("opencode.db/" + ID);
            assertThat(mark.records()).isEqualTo(4);
        });
        assertThat(sessions.saved(ID)).contains(sound.before());
        assertThat(sessions.check(ID, sound.before())).isInstanceOf(StateCheck.Sound.class);
    }

    @Test
    void leavesTheFilesAsTheyAre() throws IOException {
        byte[] before = Files.readAllBytes(state.resolve("opencode.db"));
        byte[] log = Files.readAllBytes(log());

        sound();
        sessions.saved(ID);

        assertThat(Files.readAllBytes(state.resolve("opencode.db"))).isEqualTo(before);
        assertThat(Files.readAllBytes(log())).isEqualTo(log);
        assertThat(entries()).containsExactlyInAnyOrder("opencode.db", "opencode.db-wal");
    }

    @Test
    void missesASessionThatIsNotThere() throws IOException {
        assertUnusable(OTHER, null, ResumeFallback.STATE_MISSING);
        Files.delete(state.resolve("opencode.db"));
        assertUnusable(ID, null, ResumeFallback.STATE_MISSING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty", "text", "random", "cut", "another schema"})
    void refusesWhatIsNoDatabaseOfOpenCode(String damage) throws IOException, SQLException {
        Path file = state.resolve("opencode.db");
        sessions.settle();
        byte[] whole = Files.readAllBytes(file);
        Files.delete(file);
        switch (damage) {
            case "empty" -> Files.createFile(file);
            case "text" -> Files.writeString(file, "no database at all\n".repeat(1000));
            case "random" -> {
                byte[] random = new byte[200_000];
                new Random(1).nextBytes(random);
                Files.write(file, random);
            }
            case "cut" -> Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2));
            default -> {
                database.change("drop table part");
                database.lieIn(state);
            }
        }

        assertUnusable(ID, null, ResumeFallback.STATE_CORRUPT);
        assertThat(sessions.saved(ID)).isEmpty();
        assertThat(sessions.ids()).isEmpty();
        assertThat(sessions.hindersFresh()).isTrue();
    }

    @Test
    void readsPagesOfNoiseWithoutHarm() throws IOException {
        sessions.settle();
        byte[] whole = Files.readAllBytes(state.resolve("opencode.db"));
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            byte[] damaged = whole.clone();
            for (int i = 0; i < 40; i++) {
                damaged[100 + random.nextInt(damaged.length - 100)] = (byte) random.nextInt();
            }
            Files.write(state.resolve("opencode.db"), damaged);

            assertThat(sessions.check(ID, null)).isNotNull();
            assertThat(sessions.ids()).isNotNull();
        }
    }

    @Test
    void refusesALostLogByWhatWasRecorded() throws IOException, SQLException {
        SessionFingerprint recorded = sound().before();
        database.change("PRAGMA wal_checkpoint(TRUNCATE)");
        database.turn(ID, "third", "three").lieIn(state);
        SessionFingerprint newer = sound().before();
        Files.delete(log());

        assertThat(sessions.check(ID, recorded))
                .as("what was recorded is there")
                .isInstanceOf(StateCheck.Sound.class);
        assertUnusable(ID, newer, ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void refusesAnotherPast() throws IOException, SQLException {
        SessionFingerprint recorded = sound().before();
        database.change("update part set data = replace(data, 'first', 'forged')");
        database.lieIn(state);

        assertUnusable(ID, recorded, ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void takesNoOffenceAtClearedToolOutputOrAPromptsSummary() throws IOException, SQLException {
        SessionFingerprint recorded = sound().before();
        database.change("update part set data = replace(data, 'what it printed', '')");
        database.change("update message set data = replace(data, '\"created\":1', '\"created\":1,\"completed\":2')");
        database.lieIn(state);

        assertThat(sessions.check(ID, recorded)).isInstanceOf(StateCheck.Sound.class);
    }

    @Test
    void refusesASessionWithoutATurn() throws IOException, SQLException {
        database.session(OTHER).user(OTHER, "unanswered").message(OTHER, "assistant");
        database.lieIn(state);

        assertUnusable(OTHER, null, ResumeFallback.STATE_CORRUPT);
        assertThat(sessions.saved(OTHER)).isEmpty();
        assertThat(sessions.ids()).contains(OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update message set data = '{\"role\":'",
                "update message set data = null",
                "update message set data = '[]'",
                "update message set data = '{\"role\":{\"a\":1}}'",
                "update part set data = zeroblob(30000000)",
                "update part set session_id = 'ses_dd65bb960ffeTP52BdUHKFsIal'",
                "update message set id = printf('%.*c', 1000, 'x') || id",
            })
    void refusesDamagedMessages(String damage) throws IOException, SQLException {
        database.change(damage);
        database.lieIn(state);

        assertUnusable(ID, null, ResumeFallback.STATE_CORRUPT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create view message as select id, session_id, time_created, data from m",
                "create view message as with recursive c(x) as (select 1 union all select x + 1 from c)"
                        + " select x as id, '" + ID + "' as session_id, x as time_created, '{}' as data from c",
                "create virtual table message using fts5(id, session_id, time_created, data)"
            })
    void refusesAnythingInATablesPlace(String impostor) throws IOException, SQLException {
        database.change("alter table message rename to m");
        database.change(impostor);
        database.lieIn(state);

        assertUnusable(ID, null, ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void executesNoTriggerAndNoFunctionOfTheSchema() throws IOException, SQLException {
        database.change("create trigger t after update on message begin delete from session; end");
        database.change("create index costly on message (length(printf('%.*c', 1000000, data)))");
        database.lieIn(state);

        sessions.settle();

        assertThat(sessions.check(ID, null)).isNotNull();
        assertThat(sessions.ids()).containsExactly(ID);
    }

    @Test
    void givesUpOnMoreSessionsThanAnyMailboxHas() throws IOException, SQLException {
        database.change(
                "insert into session with recursive c(x) as (select 1 union all select x + 1 from c limit 20000)"
                        + " select 'ses_' || x, null, '' from c");
        database.lieIn(state);

        assertUnusable(ID, null, ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void refusesWhatIsNoRegularFile() throws IOException, InterruptedException {
        Path file = state.resolve("opencode.db");
        Path aside = Files.move(file, directory.resolve("aside"));
        Files.createSymbolicLink(file, aside);
        assertUnusable(ID, null, ResumeFallback.STATE_REJECTED);
        Files.delete(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        assertUnusable(ID, null, ResumeFallback.STATE_REJECTED);
        assertThat(sessions.ids()).isEmpty();
        assertThat(sessions.hindersFresh()).isTrue();
        Files.delete(file);
        Files.move(aside, file);
        Path log = Files.move(log(), directory.resolve("log"));
        Files.createSymbolicLink(log(), log);
        assertUnusable(ID, null, ResumeFallback.STATE_REJECTED);
    }

    @Test
    void refusesAHalfWrittenDatabase() throws IOException {
        Files.writeString(state.resolve("opencode.db-journal"), "a journal that names files to be removed");

        assertUnusable(ID, null, ResumeFallback.STATE_CORRUPT);
        assertThat(entries()).contains("opencode.db-journal");
    }

    @Test
    void refusesADatabaseBeyondAllMeasure() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log().toFile(), "rw")) {
            file.setLength(2L << 30);
        }

        assertUnusable(ID, null, ResumeFallback.STATE_CORRUPT);
    }

    @Test
    void provesAResumeByWhatWasAdded() throws IOException, SQLException {
        StateCheck.Sound before = sound();
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.NotGrown.class);

        database.user(ID, "third").lieIn(state);
        assertThat(sessions.prove(ID, before)).as("no answer").isInstanceOf(ResumeProof.NotGrown.class);

        database.model(ID, "three").lieIn(state);
        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Proven.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delete from message where id = (select min(id) from message)",
                "delete from message",
                "delete from session",
                "update part set data = replace(data, 'second', 'forged')",
                "insert into session values ('" + OTHER + "', null, 'another')",
                "insert into session values ('" + OTHER + "', '" + OTHER + "', 'its own parent')",
                "drop table message"
            })
    void doesNotTakeAnotherPastOrPlaceForAResume(String change) throws IOException, SQLException {
        StateCheck.Sound before = sound();
        database.turn(ID, "third", "three").change(change);
        database.lieIn(state);

        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Lost.class);
    }

    @Test
    void knowsASubAgentsSessionForWhatItIs() throws IOException, SQLException {
        StateCheck.Sound before = sound();
        database.turn(ID, "third", "three").subAgent(OTHER, ID).turn(OTHER, "a task", "done");
        database.subAgent("ses_dd65c18beffeKZQ9NoAiB5bdEH", OTHER).lieIn(state);

        assertThat(sessions.prove(ID, before)).isInstanceOf(ResumeProof.Proven.class);
        assertThat(sessions.ids()).containsExactly(ID);
    }

    @Test
    void bringsTheLogIntoTheDatabase() throws IOException {
        SessionFingerprint before = sound().before();

        sessions.settle();

        assertThat(entries()).containsExactly("opencode.db");
        assertThat(sessions.check(ID, before)).isInstanceOf(StateCheck.Sound.class);
        assertThat(sessions.hindersFresh()).isFalse();
    }

    @Test
    void settlesNothingThatItCannotRead() throws IOException {
        String garbage = "garbage".repeat(1000);
        Files.delete(log());
        Files.writeString(state.resolve("opencode.db"), garbage);

        sessions.settle();

        assertThat(state.resolve("opencode.db")).hasContent(garbage);
    }

    @Test
    void seesNothingAmissInAnEmptyDirectory() throws IOException {
        Files.delete(state.resolve("opencode.db"));
        assertThat(sessions.hindersFresh()).as("a log without its database").isTrue();
        Files.delete(log());

        sessions.settle();

        assertThat(sessions.hindersFresh()).isFalse();
        assertThat(sessions.ids()).isEmpty();
        assertThat(sessions.lastChange()).isEqualTo(Instant.MIN);
        assertThat(entries()).isEmpty();
    }

    @Test
    void seesTheLogGrow() throws IOException {
        Instant later = Instant.parse("2100-01-01T00:00:00Z");
        Files.setLastModifiedTime(log(), java.nio.file.attribute.FileTime.from(later));

        assertThat(sessions.lastChange(ID)).isEqualTo(later);
    }

    private StateCheck.Sound sound() {
        StateCheck check = sessions.check(ID, null);
        assertThat(check).isInstanceOf(StateCheck.Sound.class);
        return (StateCheck.Sound) check;
    }

    private void assertUnusable(String id, SessionFingerprint recorded, ResumeFallback reason) {
        assertThat(sessions.check(id, recorded))
                .isInstanceOfSatisfying(
                        StateCheck.Unusable.class,
                        unusable -> assertThat(unusable.reason())
                                .as(unusable.detail())
                                .isEqualTo(reason));
    }

    private Path log() {
        return state.resolve("opencode.db-wal");
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> entries = Files.list(state)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}
