package dev.alfred.mailbox.mailbox;

import java.util.List;
import java.util.UUID;

import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.LivenessAnswer;
import dev.alfred.contracts.internal.LivenessQuestion;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.MailboxStatus;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.mailbox.MailboxViews.EventPage;
import dev.alfred.mailbox.mailbox.MailboxViews.EventView;
import dev.alfred.mailbox.mailbox.MailboxViews.MailboxPage;
import dev.alfred.mailbox.mailbox.MailboxViews.MailboxView;
import dev.alfred.messaging.problem.ProblemException;
import io.smallrye.common.annotation.Blocking;

/** Shows mailboxes, what happened to them, and what was decided and why. */
@Path("/")
@Blocking
public class MailboxResource {
    private final MailboxQueries queries;
    private final LivenessQueries liveness;

    MailboxResource(MailboxQueries queries, LivenessQueries liveness) {
        this.queries = queries;
        this.liveness = liveness;
    }

    /** What one webhook led to; {@code events} is empty where mailbox-service has not heard of it (yet). */
    public record Explanation(UUID delivery, List<EventView> events) {}

    /** @param project as {@code organization/project} */
    @GET
    @Path("mailboxes")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public MailboxPage list(
            @QueryParam("status") String status,
            @QueryParam("kind") String kind,
            @QueryParam("project") String project,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") @DefaultValue("50") @Min(1) @Max(500) int limit) {
        return queries.list(
                word(MailboxStatus.class, "status", status),
                word(MailboxKind.class, "kind", kind),
                project == null ? null : project(project),
                cursor == null ? null : cursor(cursor),
                limit);
    }

    @GET
    @Path("mailboxes/{key}")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public MailboxView get(@PathParam("key") String key) {
        return queries.find(key(key)).orElseThrow(() -> unknown(key));
    }

    @GET
    @Path("mailboxes/{key}/events")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public EventPage events(
            @PathParam("key") String key,
            @QueryParam("cursor") Long cursor,
            @QueryParam("limit") @DefaultValue("50") @Min(1) @Max(500) int limit) {
        if (!queries.exists(key(key))) {
            throw unknown(key);
        }
        return queries.events(key(key), cursor, limit);
    }

    @GET
    @Path("explain")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public Explanation explain(@QueryParam("delivery") UUID delivery) {
        if (delivery == null) {
            throw ProblemException.badRequest("invalid-input", "say which delivery: ?delivery=");
        }
        return new Explanation(delivery, queries.ofDelivery(delivery));
    }

    @POST
    @Path("internal/mailboxes/liveness")
    @RolesAllowed("service")
    public LivenessAnswer liveness(LivenessQuestion question) {
        int asked = question == null ? 0 : question.mailboxes().size();
        if (asked < 1 || asked > LivenessQuestion.MOST) {
            throw ProblemException.badRequest(
                    "invalid-input", "ask for 1 to " + LivenessQuestion.MOST + " mailboxes at once");
        }
        return liveness.of(question.mailboxes());
    }

    static MailboxKey key(String text) {
        try {
            return new MailboxKey(text);
        } catch (IllegalArgumentException e) {
            throw unknown(text);
        }
    }

    private static MailboxKey cursor(String text) {
        try {
            return new MailboxKey(text);
        } catch (IllegalArgumentException e) {
            throw badCursor();
        }
    }

    static ProblemException badCursor() {
        return ProblemException.badRequest("bad-page", "the cursor is none that this service gave");
    }

    static ProblemException unknown(String key) {
        return ProblemException.notFound("unknown-mailbox", "there is no mailbox " + key);
    }

    private UUID project(String name) {
        String[] parts = name.split("/", -1);
        if (parts.length != 2) {
            throw ProblemException.badRequest("invalid-input", "a project is named organization/project");
        }
        return queries.project(parts[0], parts[1])
                .orElseThrow(() -> ProblemException.badRequest("unknown-project", "there is no project " + name));
    }

    private static <E extends Enum<E> & Wire> E word(Class<E> vocabulary, String name, String text) {
        if (text == null) {
            return null;
        }
        return Wire.parse(vocabulary, text)
                .orElseThrow(
                        () -> ProblemException.badRequest("invalid-input", "there is no %s %s".formatted(name, text)));
    }
}
