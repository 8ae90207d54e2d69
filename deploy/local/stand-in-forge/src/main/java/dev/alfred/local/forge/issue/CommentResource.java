package dev.alfred.local.forge.issue;

import java.time.Instant;
import java.util.List;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.model.Comment;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.IssueViews;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.Page;

/** Comments of issues and pull requests over REST. */
@Path("/api/v1/repos/{owner}/{repo}")
public class CommentResource {

    private final Access access;
    private final ForgeStore store;
    private final CommentHandler handler;
    private final IssueViews views;

    CommentResource(Access access, ForgeStore store, CommentHandler handler, IssueViews views) {
        this.access = access;
        this.store = store;
        this.handler = handler;
        this.views = views;
    }

    /** The text of a comment. */
    public record CommentText(String body) {}

    @POST
    @Path("issues/{number: \\d+}/comments")
    public Response write(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            CommentText text) {
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        Comment comment = handler.write(state, access.account(), number, text.body());
        return Response.status(201).entity(view(state, comment)).build();
    }

    /** All of them at once, as Forgejo answers here, within the times asked for. */
    @GET
    @Path("issues/{number: \\d+}/comments")
    public ArrayNode list(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            @QueryParam("since") String since,
            @QueryParam("before") String before) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        Instant from = since == null ? Instant.MIN : IssueResource.time(since);
        Instant to = before == null ? Instant.MAX : IssueResource.time(before);
        List<Comment> found = store.read(repository, state -> {
            IssueHandler.find(state, number);
            return state.comments(number).stream()
                    .filter(comment -> !comment.updatedAt().isBefore(from))
                    .filter(comment -> !comment.updatedAt().isAfter(to))
                    .toList();
        });
        return Json.array(found, comment -> view(repository, comment));
    }

    /** The comments of all issues of a repository, by page. */
    @GET
    @Path("issues/comments")
    public Response all(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @QueryParam("since") String since,
            @Context UriInfo uri) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        Instant from = since == null ? Instant.MIN : IssueResource.time(since);
        List<Comment> found = store.read(
                repository,
                state -> state.issues().stream()
                        .flatMap(issue -> state.comments(issue.number()).stream())
                        .filter(comment -> !comment.updatedAt().isBefore(from))
                        .toList());
        return Page.of(found, uri, comment -> view(repository, comment));
    }

    @GET
    @Path("issues/comments/{id: \\d+}")
    public ObjectNode get(@PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("id") long id) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        return view(repository, store.read(repository, state -> CommentHandler.find(state, id)));
    }

    @PATCH
    @Path("issues/comments/{id: \\d+}")
    public ObjectNode edit(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("id") long id,
            CommentText text) {
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        Account editor = authorOrWriter(state, id);
        return view(state, handler.edit(state, editor, id, text.body()));
    }

    @DELETE
    @Path("issues/comments/{id: \\d+}")
    public void delete(@PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("id") long id) {
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        handler.delete(state, authorOrWriter(state, id), id);
    }

    private Account authorOrWriter(RepositoryState state, long id) {
        Account account = access.account();
        Comment comment = store.read(state, repository -> CommentHandler.find(repository, id));
        if (!comment.author().equals(account.login()) && !access.can(state, Permission.WRITE)) {
            throw ForgeError.forbidden("only the author and writers change a comment");
        }
        return account;
    }

    private ObjectNode view(RepositoryState repository, Comment comment) {
        return store.read(
                repository,
                state -> views.comment(state.project(), IssueHandler.find(state, comment.number()), comment));
    }
}
