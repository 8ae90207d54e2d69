package dev.alfred.local.forge.pull;

import java.util.Comparator;
import java.util.List;

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

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.git.GitReader;
import dev.alfred.local.forge.issue.IssueEdit;
import dev.alfred.local.forge.issue.IssueHandler;
import dev.alfred.local.forge.issue.LabelHandler;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.CommitViews;
import dev.alfred.local.forge.view.Page;
import dev.alfred.local.forge.view.PullViews;

/** Pull requests over REST, with Forgejo's paths, fields and status codes. */
@Path("/api/v1/repos/{owner}/{repo}")
public class PullResource {

    private static final int COMMITS_LISTED = 250;

    private final Access access;
    private final ForgeStore store;
    private final PullHandler handler;
    private final IssueHandler issues;
    private final LabelHandler labels;
    private final PullViews views;
    private final CommitViews commits;
    private final GitReader git;

    PullResource(
            Access access,
            ForgeStore store,
            PullHandler handler,
            IssueHandler issues,
            LabelHandler labels,
            PullViews views,
            CommitViews commits,
            GitReader git) {
        this.access = access;
        this.store = store;
        this.handler = handler;
        this.issues = issues;
        this.labels = labels;
        this.views = views;
        this.commits = commits;
        this.git = git;
    }

    /** Who shall review. */
    public record Reviewers(List<String> reviewers) {}

    @POST
    @Path("pulls")
    public Response open(@PathParam("owner") String owner, @PathParam("repo") String repo, NewPull wish) {
        RepositoryState state = access.repository(owner, repo, Permission.WRITE);
        Issue issue = handler.open(state, access.account(), wish, labels.resolve(state, wish.labels()));
        return Response.status(201).entity(view(state, issue)).build();
    }

    @GET
    @Path("pulls")
    public Response list(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @QueryParam("state") @DefaultValue("open") String wanted,
            @Context UriInfo uri) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        List<Issue> found = store.read(
                repository,
                state -> state.issues().stream()
                        .filter(Issue::isPull)
                        .filter(issue -> wanted.equals("all") || wanted.equals(issue.open() ? "open" : "closed"))
                        .sorted(Comparator.comparing(Issue::number).reversed())
                        .toList());
        return Page.of(found, uri, issue -> view(repository, issue));
    }

    @GET
    @Path("pulls/{number: \\d+}")
    public ObjectNode get(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("number") long number) {
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        return view(state, find(state, number));
    }

    /** Branch names hold slashes: everything after the base is the head. */
    @GET
    @Path("pulls/{base}/{head: .+}")
    public ObjectNode byBranches(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("base") String base,
            @PathParam("head") String head) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        Issue issue = store.read(
                repository, state -> PullHandler.between(state, base, head).orElseThrow(ForgeError::notFound));
        return view(repository, issue);
    }

    @PATCH
    @Path("pulls/{number: \\d+}")
    public Response edit(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            IssueEdit edit) {
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        Account editor = access.account();
        if (!find(state, number).author().equals(editor.login()) && !access.can(state, Permission.WRITE)) {
            throw ForgeError.forbidden("only the author and writers edit a pull request");
        }
        handler.retarget(state, editor, number, edit.base());
        return Response.status(201)
                .entity(view(state, issues.edit(state, editor, number, edit)))
                .build();
    }

    @POST
    @Path("pulls/{number: \\d+}/merge")
    public Response merge(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            MergeWish wish) {
        handler.merge(access.repository(owner, repo, Permission.WRITE), access.account(), number, wish);
        return Response.ok().build();
    }

    @GET
    @Path("pulls/{number: \\d+}/merge")
    public Response isMerged(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("number") long number) {
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        return Response.status(find(state, number).merged() ? 204 : 404).build();
    }

    @GET
    @Path("pulls/{number: \\d+}/commits")
    public Response commits(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            @Context UriInfo uri) {
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        Project project = state.project();
        Issue issue = find(state, number);
        String base = issue.merged()
                ? issue.pull().merge().commit() + "^1"
                : issue.pull().base();
        return Page.of(
                git.between(project, base, issue.pull().headSha(), COMMITS_LISTED),
                uri,
                commit -> commits.commit(project, commit));
    }

    @POST
    @Path("pulls/{number: \\d+}/requested_reviewers")
    public Response request(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            Reviewers reviewers) {
        RepositoryState state = access.repository(owner, repo, Permission.WRITE);
        handler.request(state, access.account(), number, reviewers.reviewers(), true);
        return Response.status(201).entity(List.of()).build();
    }

    @DELETE
    @Path("pulls/{number: \\d+}/requested_reviewers")
    public void unrequest(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            Reviewers reviewers) {
        RepositoryState state = access.repository(owner, repo, Permission.WRITE);
        handler.request(state, access.account(), number, reviewers.reviewers(), false);
    }

    private Issue find(RepositoryState repository, long number) {
        return store.read(repository, state -> PullHandler.find(state, number));
    }

    private ObjectNode view(RepositoryState repository, Issue issue) {
        return store.read(repository, state -> views.pull(state, issue, access.permission(state.project())));
    }
}
