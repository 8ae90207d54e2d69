package dev.alfred.local.forge.issue;

import java.util.List;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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

/** A repository's labels, and those of an issue, over REST. */
@Path("/api/v1/repos/{owner}/{repo}")
public class LabelResource {

    private final Access access;
    private final ForgeStore store;
    private final LabelHandler handler;
    private final IssueViews views;

    LabelResource(Access access, ForgeStore store, LabelHandler handler, IssueViews views) {
        this.access = access;
        this.store = store;
        this.handler = handler;
        this.views = views;
    }

    /** A label to make or to change. */
    public record LabelText(String name, String color, String description) {}

    /** Labels of an issue by id or name. */
    public record LabelList(JsonNode labels) {}

    @GET
    @Path("labels")
    public Response list(@PathParam("owner") String owner, @PathParam("repo") String repo, @Context UriInfo uri) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        List<Label> all = store.read(repository, state -> List.copyOf(state.labels()));
        return Page.of(all, uri, label -> views.label(repository.project(), label));
    }

    @POST
    @Path("labels")
    public Response create(@PathParam("owner") String owner, @PathParam("repo") String repo, LabelText text) {
        RepositoryState state = writable(owner, repo);
        Label label = handler.create(state, text.name(), text.color(), text.description());
        return Response.status(201).entity(views.label(state.project(), label)).build();
    }

    @GET
    @Path("labels/{id: \\d+}")
    public ObjectNode get(@PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("id") long id) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        return store.read(
                repository,
                state -> views.label(state.project(), state.label(id).orElseThrow(ForgeError::notFound)));
    }

    @PATCH
    @Path("labels/{id: \\d+}")
    public ObjectNode edit(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("id") long id,
            LabelText text) {
        RepositoryState state = writable(owner, repo);
        return views.label(state.project(), handler.edit(state, id, text.name(), text.color(), text.description()));
    }

    @DELETE
    @Path("labels/{id: \\d+}")
    public void delete(@PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("id") long id) {
        handler.delete(writable(owner, repo), id);
    }

    @GET
    @Path("issues/{number: \\d+}/labels")
    public ArrayNode ofIssue(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("number") long number) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        return store.read(repository, state -> views.labels(state, IssueHandler.find(state, number)));
    }

    @POST
    @Path("issues/{number: \\d+}/labels")
    public ArrayNode add(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            LabelList list) {
        RepositoryState state = writable(owner, repo);
        return labels(state, handler.add(state, account(), number, list.labels()));
    }

    @PUT
    @Path("issues/{number: \\d+}/labels")
    public ArrayNode replace(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            LabelList list) {
        RepositoryState state = writable(owner, repo);
        return labels(state, handler.replace(state, account(), number, list.labels()));
    }

    @DELETE
    @Path("issues/{number: \\d+}/labels")
    public void clear(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("number") long number) {
        handler.clear(writable(owner, repo), account(), number);
    }

    @DELETE
    @Path("issues/{number: \\d+}/labels/{label}")
    public void remove(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            @PathParam("label") String idOrName) {
        handler.remove(writable(owner, repo), account(), number, idOrName);
    }

    private RepositoryState writable(String owner, String repo) {
        return access.repository(owner, repo, Permission.WRITE);
    }

    private Account account() {
        return access.account();
    }

    private ArrayNode labels(RepositoryState repository, Issue issue) {
        return store.read(repository, state -> views.labels(state, issue));
    }
}
