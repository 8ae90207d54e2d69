package dev.alfred.mailbox.audit;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import jakarta.annotation.security.RolesAllowed;
import jakarta.persistence.EntityManager;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

/** What was done and by whom, the latest first. */
@Path("/audit")
public class AuditResource {
    private final EntityManager entities;

    AuditResource(EntityManager entities) {
        this.entities = entities;
    }

    /** One thing that was done. */
    public record AuditView(
            UUID id, Instant at, String actor, String action, String subject, String outcome, String detail) {}

    /** @param next the cursor of the next page, or null on the last */
    public record AuditPage(List<AuditView> items, String next) {}

    @GET
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public AuditPage list(
            @QueryParam("cursor") UUID cursor, @QueryParam("limit") @DefaultValue("50") @Min(1) @Max(500) int limit) {
        List<AuditView> found = entities
                .createQuery("""
                        from AuditRow a
                        where :cursor is null or a.id < :cursor
                        order by a.id desc""", AuditRow.class)
                .setParameter("cursor", cursor)
                .setMaxResults(limit + 1)
                .getResultList()
                .stream()
                .map(row -> new AuditView(row.id, row.at, row.actor, row.action, row.subject, row.outcome, row.detail))
                .toList();
        boolean more = found.size() > limit;
        List<AuditView> items = more ? found.subList(0, limit) : found;
        return new AuditPage(items, more ? items.getLast().id().toString() : null);
    }
}
