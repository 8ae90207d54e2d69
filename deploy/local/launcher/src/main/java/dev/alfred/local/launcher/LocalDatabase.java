package dev.alfred.local.launcher;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.alfred.embedded.DatabaseProvisioner;
import dev.alfred.embedded.EmbeddedDatabase;
import dev.alfred.embedded.ServiceDatabase;

/** The PostgreSQL of the local system, its own or one that was named, with a schema and a role for each service. */
final class LocalDatabase implements AutoCloseable {
    private final EmbeddedDatabase own;
    private final String url;

    private LocalDatabase(EmbeddedDatabase own, String url) {
        this.own = own;
        this.url = url;
    }

    static LocalDatabase start(int port, Path data, LocalSecrets secrets) {
        EmbeddedDatabase own = EmbeddedDatabase.durable(LocalPorts.free(port, "PostgreSQL"), data);
        try {
            DatabaseProvisioner.provision(own.jdbcUrl(), own.superuser(), own.password(), passwords(secrets));
            return new LocalDatabase(own, own.jdbcUrl());
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
    }

    /** {@code url}: {@code jdbc:postgresql://…}, with a user who may make roles and schemas among its parameters. */
    static LocalDatabase use(String url, LocalSecrets secrets) {
        String shown = url.replaceFirst("\\?.*", "");
        try {
            DatabaseProvisioner.provision(url, null, null, passwords(secrets));
        } catch (IllegalStateException e) {
            throw new CannotStart(
                    "PostgreSQL at " + shown + " can't be prepared: "
                            + e.getCause().getMessage(),
                    e);
        }
        return new LocalDatabase(null, shown);
    }

    /** The address without a user. */
    String url() {
        return url;
    }

    /** Kills it and starts it again on the same data; only its own can be. */
    void crash() {
        if (own == null) {
            throw new IllegalStateException("PostgreSQL at " + url + " is not this system's own");
        }
        own.crash();
    }

    private static Map<ServiceDatabase, String> passwords(LocalSecrets secrets) {
        return Arrays.stream(ServiceDatabase.values())
                .collect(Collectors.toMap(Function.identity(), d -> secrets.databasePassword(d.role())));
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
