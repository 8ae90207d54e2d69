package dev.alfred.orchestrator.run.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;

import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.messaging.transaction.AtCommit;
import dev.alfred.orchestrator.forge.model.CredentialTerms;
import dev.alfred.orchestrator.run.model.Attempt;
import io.agroal.api.AgroalDataSource;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;

/** Attempts of runs; their run's row is locked first. */
@ApplicationScoped
public class RunAttemptRepository implements PanacheRepositoryBase<RunAttemptRow, RunAttemptRow.Id> {
    private static final String REMOVED = """
            UPDATE run_attempt attempt SET removed_at = clock_timestamp()
            FROM unnest(?::uuid[], ?::int[]) AS removed (run, attempt)
            WHERE attempt.run = removed.run AND attempt.attempt = removed.attempt
            """;

    private final AgroalDataSource dataSource;
    private final AtCommit<RunAttemptRow.Id> removed;

    RunAttemptRepository(AgroalDataSource dataSource, TransactionSynchronizationRegistry transaction) {
        this.dataSource = dataSource;
        this.removed = new AtCommit<>(transaction, this::writeRemoved, () -> {});
    }

    /** Empty for the number 0, which says that none was planned yet. */
    public Optional<Attempt> load(UUID run, int attempt) {
        return attempt == 0
                ? Optional.empty()
                : findByIdOptional(new RunAttemptRow.Id(run, attempt)).map(RunRows::attempt);
    }

    public List<Attempt> of(UUID run) {
        return find("id.run = ?1 order by id.attempt", run).stream()
                .map(RunRows::attempt)
                .toList();
    }

    /** Stores the plan of the run's next attempt. */
    public void prepared(Attempt attempt) {
        RunAttemptRow row = new RunAttemptRow();
        row.id = new RunAttemptRow.Id(attempt.run(), attempt.number());
        fill(row, attempt);
        persist(row);
    }

    /** Replaces the plan of an attempt that has not been launched, its fresh id too. */
    public void preparedAnew(Attempt attempt) {
        fill(row(attempt.run(), attempt.number()), attempt);
    }

    private static void fill(RunAttemptRow row, Attempt attempt) {
        row.freshId = attempt.freshId();
        row.runner = attempt.kind().wire();
        row.image = attempt.image();
        row.cliVersion = attempt.cliVersion();
        row.provider = attempt.provider();
        row.model = attempt.model();
        row.sessionOff =
                attempt.sessionOff() == null ? null : attempt.sessionOff().wire();
        row.preparedAt = attempt.preparedAt();
    }

    public void resolved(UUID run, int attempt, SessionResolution resolution) {
        row(run, attempt).resolution = RunRows.write(resolution);
    }

    public void launchBegun(UUID run, int attempt, String node, Instant at, Instant deadline) {
        RunAttemptRow row = row(run, attempt);
        row.node = node;
        row.startingAt = at;
        row.deadline = deadline;
    }

    /** It is certain that nothing of it is there. */
    public void notLaunched(UUID run, int attempt) {
        RunAttemptRow row = row(run, attempt);
        row.node = null;
        row.startingAt = null;
        row.deadline = null;
        row.credentialTerms = null;
    }

    /** Those of its forge credentials, as they were given last. */
    public CredentialTerms credentialTerms(UUID run, int attempt) {
        String stored = row(run, attempt).credentialTerms;
        return stored == null ? CredentialTerms.NONE : RunRows.read(stored, CredentialTerms.class);
    }

    public void credentialTerms(UUID run, int attempt, CredentialTerms terms) {
        row(run, attempt).credentialTerms = terms.endless() ? null : RunRows.write(terms);
    }

    public void launched(UUID run, int attempt, String runner, Instant at) {
        RunAttemptRow row = row(run, attempt);
        row.runnerRef = runner;
        row.launchedAt = at;
    }

    /** How far the attempt's log was read. */
    public void read(UUID run, int attempt, long nextLine, long bytes) {
        RunAttemptRow row = row(run, attempt);
        row.logLine = nextLine;
        row.logBytes = bytes;
    }

    /**
     * Stages only go on: a runner whose end tells less than was seen of it takes nothing back. What it waited before its
     * first stage is added to its time.
     */
    public void stage(UUID run, int attempt, Stage stage, Instant now) {
        RunAttemptRow row = row(run, attempt);
        if (row.stage == null && row.deadline != null) {
            row.deadline = row.deadline.plus(Duration.between(row.startingAt, now));
        }
        if (row.stage == null || Wire.of(Stage.class, row.stage).compareTo(stage) < 0) {
            row.stage = stage.wire();
        }
    }

    /** @param fallback why it is no resumed one, or null */
    public void session(UUID run, int attempt, String nativeId, ResumeFallback fallback) {
        RunAttemptRow row = row(run, attempt);
        row.nativeId = RunRows.storable(nativeId);
        row.fallback = fallback == null ? null : fallback.wire();
    }

    /** What the attempt has used so far, by the CLI's own word. */
    public void used(UUID run, int attempt, Usage usage) {
        row(run, attempt).usage = RunRows.write(usage);
    }

    public void spoke(UUID run, int attempt) {
        row(run, attempt).spoke = true;
    }

    public void reportedCommit(UUID run, int attempt, String commit) {
        row(run, attempt).reportedCommit = RunRows.storable(commit);
    }

    public void stopSent(UUID run, int attempt, Instant at) {
        row(run, attempt).stopSentAt = at;
    }

    public void ended(UUID run, int attempt, ExitReason reason, String detail, Instant at) {
        RunAttemptRow row = row(run, attempt);
        row.exitReason = reason.wire();
        row.detail = RunRows.storable(detail);
        row.endedAt = at;
        if (row.runnerRef == null) {
            row.removedAt = at;
        }
    }

    public void removed(UUID run, int attempt, Instant at) {
        row(run, attempt).removedAt = at;
    }

    /** With the end of the transaction, without reading the attempt first: it is the last that is ever written of one. */
    public void removedNow(UUID run, int attempt) {
        removed.add(List.of(new RunAttemptRow.Id(run, attempt)));
    }

    private void writeRemoved(List<RunAttemptRow.Id> attempts) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(REMOVED)) {
            update.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", attempts.stream().map(RunAttemptRow.Id::run).toArray()));
            update.setArray(
                    2,
                    connection.createArrayOf(
                            "int4",
                            attempts.stream().map(RunAttemptRow.Id::attempt).toArray()));
            update.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the removal of runners can't be written", e);
        }
    }

    /** Ended attempts whose runner may still lie around, as far as this node reaches, the oldest first but for so many. */
    public List<Attempt> toRemove(String node, int skipped, int most) {
        return find(
                        "endedAt is not null and removedAt is null and (node is null or node = ?1)"
                                + " order by endedAt, id.run, id.attempt",
                        node)
                .range(skipped, skipped + most - 1)
                .stream()
                .map(RunRows::attempt)
                .toList();
    }

    /** The runs' attempts that have not ended, or of which something may still lie around. */
    public List<Attempt> present(Collection<UUID> runs) {
        return runs.isEmpty()
                ? List.of()
                : find("id.run in ?1 and removedAt is null", runs).stream()
                        .map(RunRows::attempt)
                        .toList();
    }

    private RunAttemptRow row(UUID run, int attempt) {
        return findById(new RunAttemptRow.Id(run, attempt));
    }
}
