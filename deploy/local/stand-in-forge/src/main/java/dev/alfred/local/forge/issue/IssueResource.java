package dev.alfred.local.forge.issue;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Label;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.IssueViews;
import dev.alfred.local.forge.view.Page;

/** Issues over REST, with Forgejo's paths, fields and status codes. */
@Path("/api/v1/repos/{owner}/{repo}")
public class IssueResource {

    private final Access access;
    private final ForgeStore store;
    private final IssueHandler handler;
    private final LabelHandler labels;
    private final IssueViews views;

    IssueResource(Access access, ForgeStore store, IssueHandler handler, LabelHandler labels, IssueViews views) {
        this.access = access;
        this.store = store;
        this.handler = handler;
        this.labels = labels;
        this.views = views;
    }

    /** A new issue; labels by id, or by name as newer versions allow. */
    public record NewIssue(String title, String body, JsonNode labels, String assignee, List<String> assignees) {}

    @POST
    @Path("issues")
    public Response open(@PathParam("owner") String owner, @PathParam("repo") String repo, NewIssue issue) {
        RepositoryState state = withIssues(owner, repo);
        Account author = access.account();
        boolean mayLabel = access.can(state, Permission.WRITE);
        List<Long> wanted = mayLabel ? labels.resolve(state, issue.labels()) : List.of();
        List<String> assignees =
                issue.assignees() == null && issue.assignee() != null ? List.of(issue.assignee()) : issue.assignees();
        Issue opened =
                handler.open(state, author, issue.title(), issue.body(), wanted, mayLabel ? assignees : List.of());
        return Response.status(201).entity(view(state, opened)).build();
    }

    @GET
    @Path("issues")
    public Response list(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @QueryParam("state") @DefaultValue("open") String wanted,
            @QueryParam("type") String type,
            @QueryParam("labels") String named,
            @QueryParam("q") String words,
            @QueryParam("since") String since,
            @Context UriInfo uri) {
        RepositoryState repository = withIssues(owner, repo);
        Instant after = since == null ? Instant.MIN : time(since);
        List<Issue> found = store.read(
                repository,
                state -> state.issues().stream()
                        .filter(issue -> wanted.equals("all") || wanted.equals(issue.open() ? "open" : "closed"))
                        .filter(issue -> type == null || type.equals(issue.isPull() ? "pulls" : "issues"))
                        .filter(issue -> named == null || bears(state, issue, Set.of(named.split(","))))
                        .filter(issue -> words == null || says(issue, words))
                        .filter(issue -> !issue.updatedAt().isBefore(after))
                        .sorted(Comparator.comparing(Issue::number).reversed())
                        .toList());
        return Page.of(found, uri, issue -> view(repository, issue));
    }

    @GET
    @Path("issues/{number: \\d+}")
    public ObjectNode get(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("number") long number) {
        RepositoryState repository = withIssues(owner, repo);
        return store.read(repository, state -> views.issue(state, IssueHandler.find(state, number)));
    }

    @PATCH
    @Path("issues/{number: \\d+}")
    public Response edit(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            IssueEdit edit) {
        RepositoryState state = withIssues(owner, repo);
        Account editor = access.account();
        Issue issue = store.read(state, repository -> IssueHandler.find(repository, number));
        if (!issue.author().equals(editor.login()) && !access.can(state, Permission.WRITE)) {
            throw ForgeError.forbidden("only the author and writers edit an issue");
        }
        return Response.status(201)
                .entity(view(state, handler.edit(state, editor, number, edit)))
                .build();
    }

    @DELETE
    @Path("issues/{number: \\d+}")
    public void delete(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("number") long number) {
        access.account();
        handler.delete(access.repository(owner, repo, Permission.ADMIN), number);
    }

    private RepositoryState withIssues(String owner, String repo) {
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        if (!state.project().hasIssues()) {
            throw ForgeError.notFound();
        }
        return state;
    }

    private ObjectNode view(RepositoryState repository, Issue issue) {
        return store.read(repository, state -> views.issue(state, issue));
    }

    private static boolean bears(RepositoryState state, Issue issue, Set<String> names) {
        Set<String> own = issue.labels().stream()
                .flatMap(id -> state.label(id).stream())
                .map(Label::name)
                .collect(Collectors.toSet());
        return own.containsAll(names);
    }

    private static boolean says(Issue issue, String words) {
        String all = (issue.title() + "\n" + issue.body()).toLowerCase(Locale.ROOT);
        return all.contains(words.toLowerCase(Locale.ROOT));
    }

    static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException notATime) {
            throw ForgeError.invalid("not a time: " + text);
        }
    }
}
