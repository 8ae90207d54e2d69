package dev.alfred.orchestrator.run.store;

import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.orchestrator.run.model.Cancel;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;

/** Cancels that came before their requests. */
@ApplicationScoped
public class CancelTombstones implements PanacheRepositoryBase<CancelTombstoneRow, UUID> {

    public void keep(RunCancelRequested cancel) {
        if (findById(cancel.run()) == null) {
            CancelTombstoneRow row = new CancelTombstoneRow();
            row.run = cancel.run();
            row.mailbox = cancel.mailbox().value();
            row.requestedBy = RunRows.storable(cancel.requestedBy());
            row.why = RunRows.storable(cancel.why());
            row.requestedAt = cancel.requestedAt();
            persist(row);
        }
    }

    /** The run's tombstone, which is gone with this. */
    public Optional<Cancel> take(UUID run) {
        return findByIdOptional(run).map(row -> {
            delete(row);
            return new Cancel(row.requestedBy, row.why, row.requestedAt);
        });
    }
}
