package dev.alfred.local.forge.transport;

import java.util.List;
import java.util.Map;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.git.GitReader;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.CommitViews;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.Page;

/** Branches and refs over REST; those made or deleted here are told to hooks like pushed ones. */
@Path("/api/v1/repos/{owner}/{repo}")
public class BranchResource {

    private static final String ZERO = "0".repeat(40);

    private final Access access;
    private final ForgeStore store;
    private final ForgeUrls urls;
    private final GitStore git;
    private final GitReader reader;
    private final PushHandler pushes;
    private final CommitViews views;

    BranchResource(
            Access access,
            ForgeStore store,
            ForgeUrls urls,
            GitStore git,
            GitReader reader,
            PushHandler pushes,
            CommitViews views) {
        this.access = access;
        this.store = store;
        this.urls = urls;
        this.git = git;
        this.reader = reader;
        this.pushes = pushes;
        this.views = views;
    }

    /** A branch to make; both words for where it starts are understood. */
    public record NewBranch(String newBranchName, String oldBranchName, String oldRefName) {}

    @GET
    @Path("branches")
    public Response list(@PathParam("owner") String owner, @PathParam("repo") String repo, @Context UriInfo uri) {
        Project project = access.repository(owner, repo, Permission.READ).project();
        List<Map.Entry<String, String>> branches =
                List.copyOf(git.branches(project).entrySet());
        return Page.of(branches, uri, branch -> views.branch(project, branch.getKey(), branch.getValue()));
    }

    @GET
    @Path("branches/{branch: .+}")
    public ObjectNode get(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("branch") String branch) {
        Project project = access.repository(owner, repo, Permission.READ).project();
        String sha = git.branch(project, branch).orElseThrow(ForgeError::notFound);
        return views.branch(project, branch, sha);
    }

    @POST
    @Path("branches")
    public Response create(@PathParam("owner") String owner, @PathParam("repo") String repo, NewBranch branch) {
        RepositoryState repository = access.repository(owner, repo, Permission.WRITE);
        Project project = repository.project();
        Account actor = access.account();
        String from = branch.oldRefName() != null ? branch.oldRefName() : branch.oldBranchName();
        String sha = reader.resolve(project, from == null ? project.defaultBranch() : from)
                .orElseThrow(ForgeError::notFound);
        return store.change(repository, state -> {
            if (git.branch(project, branch.newBranchName()).isPresent()) {
                throw ForgeError.conflict("The branch already exists.");
            }
            if (!git.createBranch(project, branch.newBranchName(), sha)) {
                throw ForgeError.conflict("The branch's name is not free.");
            }
            pushes.moved(state, actor, "refs/heads/" + branch.newBranchName(), ZERO, sha);
            return Response.status(201)
                    .entity(views.branch(project, branch.newBranchName(), sha))
                    .build();
        });
    }

    @DELETE
    @Path("branches/{branch: .+}")
    public void delete(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("branch") String branch) {
        RepositoryState repository = access.repository(owner, repo, Permission.WRITE);
        Project project = repository.project();
        Account actor = access.account();
        String sha = git.branch(project, branch).orElseThrow(ForgeError::notFound);
        if (branch.equals(project.defaultBranch())) {
            throw ForgeError.forbidden("can not delete default branch");
        }
        store.change(repository, state -> {
            git.deleteBranch(project, branch);
            pushes.moved(state, actor, "refs/heads/" + branch, sha, ZERO);
            return branch;
        });
    }

    /** Every branch whose ref begins with what is asked for, as {@code git/refs/heads/agent}. */
    @GET
    @Path("git/refs/{ref: .+}")
    public ArrayNode refs(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("ref") String prefix) {
        Project project = access.repository(owner, repo, Permission.READ).project();
        List<Map.Entry<String, String>> found = git.branches(project).entrySet().stream()
                .filter(branch -> ("heads/" + branch.getKey()).startsWith(prefix))
                .toList();
        if (found.isEmpty()) {
            throw ForgeError.notFound();
        }
        return Json.array(found, branch -> ref(project, branch.getKey(), branch.getValue()));
    }

    private ObjectNode ref(Project project, String branch, String sha) {
        ObjectNode view = Json.object()
                .put("ref", "refs/heads/" + branch)
                .put("url", urls.api(project) + "/git/refs/heads/" + branch);
        view.set(
                "object",
                Json.object()
                        .put("type", "commit")
                        .put("sha", sha)
                        .put("url", urls.api(project) + "/git/commits/" + sha));
        return view;
    }
}
