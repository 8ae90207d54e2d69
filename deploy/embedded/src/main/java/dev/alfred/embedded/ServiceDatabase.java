package dev.alfred.embedded;

import java.util.Locale;

/** The part of PostgreSQL that one service owns: a schema and the one role that may use it. */
public enum ServiceDatabase {
    INGEST,
    MAILBOX,
    ORCHESTRATOR,
    SESSION;

    /** Name of the schema, for instance {@code ingest}. */
    public String schema() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Name of the login role that owns the schema, for instance {@code alfred_ingest}. */
    public String role() {
        return "alfred_" + schema();
    }

    /** The part with that schema's name. */
    public static ServiceDatabase ofSchema(String schema) {
        return valueOf(schema.toUpperCase(Locale.ROOT));
    }
}
