package dev.alfred.mailbox.forge;

import java.util.List;

import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.forge.store.ForgeWriteRepository;
import dev.alfred.mailbox.forge.store.ForgeWriteView;
import dev.alfred.messaging.problem.ProblemException;

/** What Alfred wrote to the forge for a mailbox, is about to write, or would have written in shadow mode. */
@Path("/mailboxes/{key}/writes")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed({"viewer", "operator", "admin"})
public class ForgeWriteResource {
    private final ForgeWriteRepository repository;

    ForgeWriteResource(ForgeWriteRepository repository) {
        this.repository = repository;
    }

    /** Newest first; {@code next} is the cursor of the following page, or absent. */
    public record Page(List<ForgeWriteView> items, String next) {}

    @GET
    public Page list(
            @PathParam("key") String key,
            @QueryParam("cursor") @Min(1) Long cursor,
            @QueryParam("limit") @DefaultValue("50") @Min(1) @Max(200) int limit) {
        List<ForgeWriteView> found = repository.page(mailbox(key), cursor == null ? Long.MAX_VALUE : cursor, limit + 1);
        boolean more = found.size() > limit;
        List<ForgeWriteView> items = more ? found.subList(0, limit) : found;
        return new Page(items, more ? Long.toString(items.getLast().position()) : null);
    }

    private static MailboxKey mailbox(String key) {
        try {
            return new MailboxKey(key);
        } catch (IllegalArgumentException e) {
            throw ProblemException.notFound("unknown-mailbox", "no mailbox has such a key");
        }
    }
}
