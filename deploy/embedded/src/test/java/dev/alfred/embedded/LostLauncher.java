package dev.alfred.embedded;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that starts a durable database, says so, and then waits to be killed. */
final class LostLauncher {

    private LostLauncher() {}

    public static void main(String... arguments) throws InterruptedException {
        EmbeddedDatabase database = EmbeddedDatabase.durable(Integer.parseInt(arguments[0]), Path.of(arguments[1]));
        System.out.println("up on " + database.port());
        new CountDownLatch(1).await();
    }
}
