package dev.alfred.local.forge.project;

import java.util.List;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.PUT;
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
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.Page;
import dev.alfred.local.forge.view.RepositoryViews;
import dev.alfred.local.forge.view.UserViews;

/** One repository and its collaborators over REST. */
@Path("/api/v1/repos/{owner}/{repo}")
public class ProjectResource {

    private final Access access;
    private final Accounts accounts;
    private final ForgeStore store;
    private final ProjectHandler handler;
    private final RepositoryViews views;
    private final UserViews users;

    ProjectResource(
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

    /** What to change of a repository; null leaves a thing as it is. */
    public record ProjectEdit(
            String name,
            String description,
            @JsonProperty("private") Boolean restricted,
            Boolean hasIssues,
            String defaultBranch) {}

    /** The right a collaborator gets. */
    public record Right(String permission) {}

    @GET
    public ObjectNode get(@PathParam("owner") String owner, @PathParam("repo") String repo) {
        return view(access.repository(owner, repo, Permission.READ));
    }

    @PATCH
    public ObjectNode edit(@PathParam("owner") String owner, @PathParam("repo") String repo, ProjectEdit edit) {
        RepositoryState state = administered(owner, repo);
        handler.edit(state, edit);
        return view(state);
    }

    @DELETE
    public void delete(@PathParam("owner") String owner, @PathParam("repo") String repo) {
        access.account();
        handler.delete(access.repository(owner, repo, Permission.OWNER));
    }

    @GET
    @Path("collaborators")
    public Response collaborators(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @Context UriInfo uri) {
        Project project = access.repository(owner, repo, Permission.WRITE).project();
        return Page.of(List.copyOf(project.collaborators().keySet()), uri, users::user);
    }

    /** 204 for a collaborator, 404 for anyone else: the owner is none. */
    @GET
    @Path("collaborators/{login}")
    public Response isCollaborator(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("login") String login) {
        access.account();
        Project project = access.repository(owner, repo, Permission.READ).project();
        boolean is = project.collaborators().containsKey(account(login).login().toLowerCase(java.util.Locale.ROOT));
        return Response.status(is ? 204 : 404).build();
    }

    @PUT
    @Path("collaborators/{login}")
    public void collaborate(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("login") String login,
            Right right) {
        String wanted = right == null || right.permission() == null ? "write" : right.permission();
        Permission permission = Permission.forCollaborator(wanted)
                .orElseThrow(() -> ForgeError.invalid("unknown permission: " + wanted));
        handler.collaborator(administered(owner, repo), account(login), permission);
    }

    @DELETE
    @Path("collaborators/{login}")
    public void leave(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("login") String login) {
        handler.collaborator(administered(owner, repo), account(login), Permission.NONE);
    }

    /** Told to administrators, and to anyone about themselves. */
    @GET
    @Path("collaborators/{login}/permission")
    public ObjectNode permission(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("login") String login) {
        Account asking = access.account();
        RepositoryState state = access.repository(owner, repo, Permission.READ);
        if (!asking.login().equalsIgnoreCase(login) && !access.can(state, Permission.ADMIN)) {
            throw ForgeError.forbidden("Only admins can query all permissions, repo admins can query all repo"
                    + " permissions, collaborators can query only their own");
        }
        Account about = account(login);
        String permission = Access.permission(state.project(), about).wire();
        ObjectNode view = Json.object().put("permission", permission).put("role_name", permission);
        view.set("user", users.user(about));
        return view;
    }

    private RepositoryState administered(String owner, String repo) {
        access.account();
        return access.repository(owner, repo, Permission.ADMIN);
    }

    private Account account(String login) {
        return accounts.byLogin(login).orElseThrow(ForgeError::notFound);
    }

    private ObjectNode view(RepositoryState repository) {
        return store.read(repository, state -> views.repository(state, access.permission(state.project())));
    }
}
