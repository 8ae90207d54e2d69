package dev.alfred.messaging;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import javax.transaction.xa.XAException;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;

import com.fasterxml.jackson.core.JacksonException;

/**
 * Tells trouble of the surroundings (database, disk, a lock, a deadline), which passes or concerns every message alike,
 * from a failure that one message brings about itself. The database's word counts first: see ADR 3.
 */
public final class Outage {

    private static final int MOST_CAUSES = 20;

    /** Classes of SQLState by which a database that works refuses what it was given. */
    private static final String REFUSAL = "(0A|21|22|23|42|44|54).*";

    private static final List<Class<? extends Exception>> SURROUNDINGS = List.of(
            IOException.class,
            TimeoutException.class,
            InterruptedException.class,
            RollbackException.class,
            HeuristicMixedException.class,
            HeuristicRollbackException.class,
            SystemException.class,
            XAException.class);

    private static final List<Class<? extends Exception>> OF_DATA =
            List.of(JacksonException.class, CharacterCodingException.class);

    private Outage() {}

    /** Whether the failure comes from the surroundings. */
    public static boolean isCauseOf(Throwable failure) {
        return sql(failure).map(Outage::isTheDatabases).orElseGet(() -> isOfSurroundings(root(failure)));
    }

    /** Whether the failure comes from a database that is away, rather than from one that refuses or from elsewhere. */
    public static boolean ofDatabaseIsCauseOf(Throwable failure) {
        return sql(failure).filter(Outage::isTheDatabases).isPresent();
    }

    static Throwable root(Throwable failure) {
        return causes(failure).reduce((outer, inner) -> inner).orElse(failure);
    }

    static Optional<SQLException> sql(Throwable failure) {
        return causes(failure)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .findFirst();
    }

    private static boolean isTheDatabases(SQLException failure) {
        return failure.getSQLState() == null || !failure.getSQLState().matches(REFUSAL);
    }

    private static boolean isOfSurroundings(Throwable root) {
        return SURROUNDINGS.stream().anyMatch(kind -> kind.isInstance(root))
                && OF_DATA.stream().noneMatch(kind -> kind.isInstance(root));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(MOST_CAUSES);
    }
}
