package dev.alfred.messaging;

import java.io.IOException;
import java.net.ConnectException;
import java.sql.SQLException;
import java.util.stream.Stream;

import jakarta.transaction.RollbackException;

import com.fasterxml.jackson.core.JsonParseException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class OutageTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"08006", "40001", "40P01", "53300", "55P03", "57014", "57P01", "58030", "25006", "28P01", "XX000"
            })
    void theDatabasesOwnTroubleIsAnOutage(String state) {
        assertThat(Outage.isCauseOf(new IllegalStateException("wrapped", new SQLException("no", state))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"22008", "22021", "23505", "42703", "54000", "0A000"})
    void whatTheDatabaseRefusesIsNone(String state) {
        assertThat(Outage.isCauseOf(new IllegalStateException("wrapped", new SQLException("no", state))))
                .isFalse();
    }

    static Stream<Throwable> passing() {
        return Stream.of(
                new SQLException("no connection within the time"),
                new SQLException("no", "08001", new ConnectException("refused")),
                new IllegalStateException(new RollbackException("the transaction took too long")),
                new IllegalStateException(new IOException("no space left on device")));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void resourcesThatAreAwayAreOutages(Throwable failure) {
        assertThat(Outage.isCauseOf(failure)).isTrue();
    }

    static Stream<Throwable> lasting() {
        RollbackException rolledBack = new RollbackException("the commit failed");
        rolledBack.initCause(new ArithmeticException("long overflow"));
        return Stream.of(
                new ArithmeticException("long overflow"),
                new NullPointerException(),
                new IllegalStateException("wrapped", rolledBack),
                new IllegalStateException(new JsonParseException(null, "broken")));
    }

    @ParameterizedTest
    @MethodSource("lasting")
    void whatTheMessageBringsAboutIsNone(Throwable failure) {
        assertThat(Outage.isCauseOf(failure)).isFalse();
    }
}
