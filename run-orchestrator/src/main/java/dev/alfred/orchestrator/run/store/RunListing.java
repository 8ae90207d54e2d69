package dev.alfred.orchestrator.run.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.run.model.RunView;
import dev.alfred.orchestrator.run.model.Wait;
import io.agroal.api.AgroalDataSource;

/** Reads runs as they are shown. */
@ApplicationScoped
public class RunListing {
    /** For this transaction: some values are rare and some are not, and one plan does not suit both. */
    static final String BY_VALUES = "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)";

    private final EntityManager em;
    private final AgroalDataSource dataSource;
    private final RunAttemptRepository attempts;
    private final QueueReader queue;

    RunListing(EntityManager em, AgroalDataSource dataSource, RunAttemptRepository attempts, QueueReader queue) {
        this.em = em;
        this.dataSource = dataSource;
        this.attempts = attempts;
        this.queue = queue;
    }

    /** What to show; null means all. */
    public record Filter(
            MailboxKey mailbox, RunState state, Phase phase, AdapterId adapter, UUID project, String pool) {}

    /** The newest runs before the given one, at most so many. */
    @Transactional
    public List<RunView> page(Filter filter, UUID before, int most) {
        List<UUID> ids = ids(RunPage.of(filter, before, most));
        Map<UUID, RunRow> found = em.createQuery("from RunRow r where r.id in :ids", RunRow.class)
                .setParameter("ids", ids)
                .getResultStream()
                .collect(Collectors.toMap(row -> row.id, row -> row));
        List<RunRow> rows =
                ids.stream().map(found::get).filter(Objects::nonNull).toList();
        Map<UUID, RunRequested> requests = requests(rows);
        Map<UUID, Wait> waits = queue.waits(rows);
        return rows.stream()
                .map(row -> view(row, requests.get(row.id), waits.get(row.id), Optional.empty()))
                .toList();
    }

    private List<UUID> ids(RunPage page) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement settings = connection.prepareStatement(BY_VALUES);
                PreparedStatement select = connection.prepareStatement(page.sql())) {
            settings.execute();
            for (int i = 0; i < page.values().size(); i++) {
                select.setObject(i + 1, page.values().get(i));
            }
            try (ResultSet rows = select.executeQuery()) {
                List<UUID> ids = new ArrayList<>();
                while (rows.next()) {
                    ids.add(rows.getObject(1, UUID.class));
                }
                return ids;
            }
        } catch (SQLException e) {
            throw new IllegalStateException("runs can't be listed", e);
        }
    }

    private Map<UUID, RunRequested> requests(List<RunRow> rows) {
        return em.createQuery("from RunRequestRow q where q.run in :runs", RunRequestRow.class)
                .setParameter("runs", rows.stream().map(row -> row.id).toList())
                .getResultStream()
                .collect(Collectors.toMap(row -> row.run, row -> RunRows.read(row.request, RunRequested.class)));
    }

    @Transactional
    public Optional<RunView> one(UUID run) {
        return Optional.ofNullable(em.find(RunRow.class, run))
                .map(row -> view(
                        row,
                        RunRows.read(em.find(RunRequestRow.class, run).request, RunRequested.class),
                        queue.waits(List.of(row)).get(run),
                        Optional.of(attempts.find("id.run = ?1 order by id.attempt", run).stream()
                                .map(RunListing::attempt)
                                .toList())));
    }

    private static RunView view(
            RunRow row, RunRequested request, Wait wait, Optional<List<RunView.AttemptView>> attempts) {
        return new RunView(
                row.id,
                new MailboxKey(row.mailbox),
                Wire.of(Phase.class, row.phase),
                Wire.of(AdapterId.class, row.adapter),
                Wire.of(RunState.class, row.state),
                wait.reason(),
                wait.until(),
                row.attempt,
                RunRows.session(row),
                RunRows.usage(row),
                row.branch,
                row.baseCommit,
                row.commitId,
                row.commits,
                row.pushed,
                row.provider,
                row.model,
                row.cliVersion,
                row.runner == null ? null : Wire.of(RunnerKind.class, row.runner),
                row.image,
                row.pool,
                row.promptForm == null ? null : Wire.of(PromptForm.class, row.promptForm),
                request.prompts().deltaSince(),
                row.exitReason == null ? null : Wire.of(ExitReason.class, row.exitReason),
                wait.detail(),
                row.requestedBy,
                row.requestedAt,
                row.startedAt,
                row.endedAt,
                row.cancelRequestedAt == null
                        ? null
                        : new RunView.CancelView(row.cancelRequestedBy, row.cancelWhy, row.cancelRequestedAt),
                attempts.isEmpty() || row.result == null ? null : RunRows.read(row.result, AgentResult.class),
                attempts.orElse(null));
    }

    private static RunView.AttemptView attempt(RunAttemptRow row) {
        return new RunView.AttemptView(
                row.id.attempt(),
                Wire.of(RunnerKind.class, row.runner),
                row.image,
                row.stage,
                row.launchedAt,
                row.endedAt,
                row.exitReason == null ? null : Wire.of(ExitReason.class, row.exitReason),
                row.detail);
    }
}
