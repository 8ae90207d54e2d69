package dev.alfred.local.forge.project;

import java.util.List;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.account.Accounts;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.Page;
import dev.alfred.local.forge.view.RepositoryViews;
import dev.alfred.local.forge.view.UserViews;

/** Accounts, what they own, and repositories found by id, over REST. */
@Path("/api/v1")
public class AccountResource {

    private final Access access;
    private final Accounts accounts;
    private final ForgeStore store;
    private final ProjectHandler handler;
    private final RepositoryViews views;
    private final UserViews users;

    AccountResource(
            Access access,
            Accounts accounts,
            ForgeStore store,
            ProjectHandler handler,
            RepositoryViews views,
            UserViews users) {
        this.access = access;
        this.accounts = accounts;
        this.store = store;
        this.handler = handler;
        this.views = views;
        this.users = users;
    }

    /** A repository to make. */
    public record NewProject(
            String name,
            String description,
            @JsonProperty("private") Boolean restricted,
            Boolean autoInit,
            String defaultBranch) {}

    @GET
    @Path("version")
    public ObjectNode version() {
        return Json.object().put("version", "11.0.0+gitea-1.22.0");
    }

    @GET
    @Path("user")
    public ObjectNode self() {
        return users.user(access.account());
    }

    @GET
    @Path("users/{login}")
    public ObjectNode user(@PathParam("login") String login) {
        return users.user(accounts.byLogin(login).orElseThrow(ForgeError::notFound));
    }

    @GET
    @Path("user/repos")
    public Response own(@Context UriInfo uri) {
        Account account = access.account();
        List<RepositoryState> found = store.all().stream()
                .filter(state -> Access.permission(state.project(), account).allows(Permission.WRITE))
                .toList();
        return Page.of(found, uri, this::view);
    }

    @GET
    @Path("repos/search")
    public ObjectNode search() {
        List<RepositoryState> found = store.all().stream()
                .filter(state -> access.can(state, Permission.READ))
                .toList();
        ObjectNode answer = Json.object().put("ok", true);
        answer.set("data", Json.array(found, this::view));
        return answer;
    }

    @POST
    @Path("user/repos")
    public Response create(NewProject wish) {
        RepositoryState state = handler.create(access.account(), wish);
        return Response.status(201).entity(view(state)).build();
    }

    @GET
    @Path("repositories/{id: \\d+}")
    public ObjectNode byId(@PathParam("id") long id) {
        return view(access.repository(id, Permission.READ));
    }

    private ObjectNode view(RepositoryState repository) {
        return store.read(repository, state -> views.repository(state, access.permission(state.project())));
    }
}
