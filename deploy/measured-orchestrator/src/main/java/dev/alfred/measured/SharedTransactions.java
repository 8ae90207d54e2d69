package dev.alfred.measured;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;

import javax.sql.DataSource;

import jakarta.transaction.Status;

import io.quarkus.narayana.jta.QuarkusTransaction;

/**
 * Lets db-scheduler take part in a transaction that somebody else ends: in one, its own commits and rollbacks do nothing.
 * Outside of one it has the plain connection.
 */
record SharedTransactions(DataSource pool) {
    private static final Set<String> ENDS = Set.of("commit", "rollback");

    DataSource dataSource() {
        return proxy(DataSource.class, pool, method -> true, result -> shared((Connection) result));
    }

    private static Object shared(Connection connection) {
        return QuarkusTransaction.getStatus() == Status.STATUS_ACTIVE
                ? proxy(Connection.class, connection, method -> !ENDS.contains(method.getName()), result -> result)
                : connection;
    }

    private interface Passed {
        boolean on(Method method);
    }

    private interface Seen {
        Object as(Object result);
    }

    private static <T> T proxy(Class<T> type, T target, Passed passed, Seen connections) {
        return type.cast(Proxy.newProxyInstance(
                SharedTransactions.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (!passed.on(method)) {
                        return null;
                    }
                    try {
                        Object result = method.invoke(target, arguments);
                        return result instanceof Connection ? connections.as(result) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
