package dev.alfred.orchestrator.run;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.messaging.problem.ProblemException;
import dev.alfred.orchestrator.run.model.RunView;
import dev.alfred.orchestrator.run.store.RunListing;
import dev.alfred.orchestrator.run.store.RunLogRepository;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Multi;
import org.jboss.resteasy.reactive.RestStreamElementType;

/** {@code /runs}: what ran, what runs, its log, and how to ask for a run or for its end. */
@Path("/runs")
public class RunResource {
    private static final int MOST = 200;
    private static final int LOG_PAGE = 1000;

    private final RunListing runs;
    private final RunLogRepository logs;
    private final RunLogStream stream;
    private final RunRequestHandler requests;
    private final RunWishes wishes;

    RunResource(
            RunListing runs, RunLogRepository logs, RunLogStream stream, RunRequestHandler requests, RunWishes wishes) {
        this.runs = runs;
        this.logs = logs;
        this.stream = stream;
        this.requests = requests;
        this.wishes = wishes;
    }

    /** A page, newest first; {@code next} is the cursor of the following one, or absent. */
    public record Page(List<RunView> items, String next) {}

    /** A run that somebody wants. */
    public record Wanted(@NotNull String mailbox, @NotNull String phase, String text) {}

    @GET
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public Page list(
            @QueryParam("mailbox") String mailbox,
            @QueryParam("state") String state,
            @QueryParam("phase") String phase,
            @QueryParam("adapter") String adapter,
            @QueryParam("project") String project,
            @QueryParam("pool") String pool,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") @DefaultValue("50") int limit) {
        if (limit < 1 || limit > MOST) {
            throw ProblemException.badRequest("bad-page", "limit must be from 1 to " + MOST);
        }
        RunListing.Filter filter = new RunListing.Filter(
                mailbox == null ? null : mailboxKey(mailbox),
                vocabulary(RunState.class, "state", state),
                vocabulary(Phase.class, "phase", phase),
                vocabulary(AdapterId.class, "adapter", adapter),
                project == null ? null : uuid(project, "project is a UUID"),
                pool);
        UUID before = cursor == null ? null : uuid(cursor, "the cursor is none that this service gave");
        List<RunView> found = runs.page(filter, before, limit + 1);
        boolean more = found.size() > limit;
        List<RunView> page = more ? found.subList(0, limit) : found;
        return new Page(page, more ? page.getLast().id().toString() : null);
    }

    @GET
    @Path("{id}")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public RunView get(@PathParam("id") String id) {
        return run(id);
    }

    @GET
    @Path("{id}/log")
    @Produces(MediaType.TEXT_PLAIN)
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public String log(@PathParam("id") String id) {
        RunView run = run(id);
        StringBuilder text = new StringBuilder();
        long after = 0;
        List<RunLogRepository.Line> lines = logs.after(run.id(), after, LOG_PAGE);
        while (!lines.isEmpty()) {
            text.append(
                    lines.stream().map(line -> LogLine.text(line.text())).collect(Collectors.joining("\n", "", "\n")));
            after = lines.getLast().seq();
            lines = logs.after(run.id(), after, LOG_PAGE);
        }
        return text.toString();
    }

    /** The log as it grows, until the run has ended; {@code Last-Event-ID} goes on after that line. */
    @GET
    @Path("{id}/log")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @RestStreamElementType(MediaType.APPLICATION_JSON)
    @Blocking
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public Multi<OutboundSseEvent> liveLog(
            @PathParam("id") String id, @HeaderParam("Last-Event-ID") @DefaultValue("0") long after, @Context Sse sse) {
        return stream.follow(run(id).id(), after, sse);
    }

    @POST
    @Path("{id}/cancel")
    @RolesAllowed({"operator", "admin"})
    public Response cancel(@PathParam("id") String id, @Context SecurityContext caller) {
        RunView run = run(id);
        if (run.state().ended()) {
            throw ProblemException.conflict(
                    "run-ended", "The run is " + run.state().wire() + " already.");
        }
        requests.cancel(new RunCancelRequested(
                run.id(), run.mailbox(), caller.getUserPrincipal().getName(), "asked for over REST", Instant.now()));
        return Response.accepted(run(id)).build();
    }

    @POST
    @RolesAllowed({"operator", "admin"})
    public Response create(
            @NotNull @Valid Wanted wanted,
            @HeaderParam("Idempotency-Key") String idempotencyKey,
            @Context SecurityContext caller) {
        MailboxKey mailbox = mailboxKey(wanted.mailbox());
        Phase phase = vocabulary(Phase.class, "phase", wanted.phase());
        UUID run = wishes.ask(
                mailbox, phase, wanted.text(), caller.getUserPrincipal().getName(), idempotencyKey);
        Object answer = runs.one(run).<Object>map(known -> known).orElseGet(() -> new Announced(run, mailbox, phase));
        return Response.created(URI.create("/runs/" + run)).entity(answer).build();
    }

    /** A run that was decided on and is on its way here. */
    public record Announced(UUID id, MailboxKey mailbox, Phase phase, RunState state) {
        Announced(UUID id, MailboxKey mailbox, Phase phase) {
            this(id, mailbox, phase, RunState.QUEUED);
        }
    }

    private RunView run(String id) {
        UUID run;
        try {
            run = UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw ProblemException.notFound("unknown-run", "Runs have UUIDs.");
        }
        return runs.one(run)
                .orElseThrow(() -> ProblemException.notFound("unknown-run", "There is no run " + run + " here."));
    }

    private static MailboxKey mailboxKey(String text) {
        try {
            return new MailboxKey(text);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest(
                    "bad-mailbox", "A mailbox is called {org}-{project}-issue-{iid} or {org}-{project}-mr-{iid}.");
        }
    }

    private static <E extends Enum<E> & Wire> E vocabulary(Class<E> type, String name, String text) {
        if (text == null) {
            return null;
        }
        return Wire.parse(type, text)
                .orElseThrow(() -> ProblemException.badRequest(
                        "bad-" + name,
                        name + " is one of "
                                + List.of(type.getEnumConstants()).stream()
                                        .map(Wire::wire)
                                        .collect(Collectors.joining(", "))));
    }

    private static UUID uuid(String text, String otherwise) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest("bad-page", otherwise);
        }
    }
}
