package dev.alfred.ingest.delivery;

import java.sql.SQLException;

/** Tells a database that is away from one that refuses a statement. */
final class StorageOutage {
    private static final int MOST_CAUSES = 20;

    private StorageOutage() {}

    /** Whether the failure comes from the database and is none of data (22), constraint (23) or statement (42). */
    static boolean isCauseOf(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++, cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql.getSQLState() == null || !sql.getSQLState().matches("(22|23|42).*");
            }
        }
        return false;
    }
}
