package dev.alfred.runner.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.runner.process.Cancellation;

/**
 * The forge's credential as it lies in its files, which the orchestrator replaces while the stage runs. One that has
 * expired is not used: whoever needs it waits for the next.
 */
final class CredentialFiles {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** What git takes at most from its start to its question, and clocks differ by. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private static final long LOOK_MILLIS = 500;

    private final Path directory;
    private final InstantSource clock;
    private final Duration patience;
    private final Consumer<String> secret;
    private final Consumer<String> trouble;

    CredentialFiles(Path directory, Consumer<String> secret, Consumer<String> trouble) {
        this(directory, InstantSource.system(), PATIENCE, secret, trouble);
    }

    /**
     * @param patience how long a new credential is waited for
     * @param secret is told each password before and after it may have been used
     * @param trouble is told what is waited for
     */
    CredentialFiles(
            Path directory, InstantSource clock, Duration patience, Consumer<String> secret, Consumer<String> trouble) {
        this.directory = directory;
        this.clock = clock;
        this.patience = patience;
        this.secret = secret;
        this.trouble = trouble;
    }

    /** Whether the credential can be used now; false when no new one came in time, or the stage is told to end. */
    boolean ready(Cancellation cancellation) {
        boolean good = !expired() || renewed(cancellation);
        tell();
        return good;
    }

    /** Another one may have been there when it was used than before. */
    void tell() {
        read("password").ifPresent(secret);
    }

    private boolean renewed(Cancellation cancellation) {
        trouble.accept("the forge's credential has expired: waiting for a new one");
        CountDownLatch cancelled = new CountDownLatch(1);
        Instant until = clock.instant().plus(patience);
        Cancellation.Registration registration = cancellation.onCancel(cancelled::countDown);
        try {
            while (expired()) {
                if (clock.instant().isAfter(until) || cancelled.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            registration.close();
        }
    }

    private boolean expired() {
        return read(RunnerPaths.CREDENTIAL_EXPIRY)
                .filter(told -> !told.isEmpty())
                .map(Instant::parse)
                .filter(end -> !clock.instant().plus(MARGIN).isBefore(end))
                .isPresent();
    }

    private Optional<String> read(String name) {
        try {
            return Optional.of(Files.readString(directory.resolve(name)).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("the forge's credential can't be read", e);
        }
    }
}
