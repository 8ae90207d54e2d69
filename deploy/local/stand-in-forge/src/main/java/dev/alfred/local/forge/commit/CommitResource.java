package dev.alfred.local.forge.commit;

import java.util.List;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.git.CommitInfo;
import dev.alfred.local.forge.git.GitReader;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.view.CommitViews;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.Page;

/** Commits and files over REST. */
@Path("/api/v1/repos/{owner}/{repo}")
public class CommitResource {

    private static final int MOST = 1_000;

    private final Access access;
    private final GitReader git;
    private final CommitViews views;

    CommitResource(Access access, GitReader git, CommitViews views) {
        this.access = access;
        this.git = git;
        this.views = views;
    }

    @GET
    @Path("commits")
    public Response list(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @QueryParam("sha") @DefaultValue("") String revision,
            @Context UriInfo uri) {
        Project project = project(owner, repo);
        String from = revision.isEmpty() ? project.defaultBranch() : revision;
        return Page.of(git.between(project, "", from, MOST), uri, commit -> views.commit(project, commit));
    }

    @GET
    @Path("git/commits/{sha}")
    public ObjectNode get(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("sha") String revision) {
        Project project = project(owner, repo);
        return views.commit(project, git.commit(project, revision).orElseThrow(ForgeError::notFound));
    }

    /** {@code base...head}: what head has and base has not. */
    @GET
    @Path("compare/{range: .+}")
    public ObjectNode compare(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("range") String range) {
        Project project = project(owner, repo);
        String[] ends = range.split("\\.\\.\\.", 2);
        if (ends.length != 2
                || git.resolve(project, ends[0]).isEmpty()
                || git.resolve(project, ends[1]).isEmpty()) {
            throw ForgeError.notFound();
        }
        List<CommitInfo> commits = git.between(project, ends[0], ends[1], MOST);
        ObjectNode view = Json.object().put("total_commits", commits.size());
        view.set("commits", Json.array(commits, commit -> views.commit(project, commit)));
        return view;
    }

    @GET
    @Path("raw/{path: .+}")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public byte[] raw(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("path") String path,
            @QueryParam("ref") String ref) {
        Project project = project(owner, repo);
        return git.file(project, ref == null ? project.defaultBranch() : ref, path)
                .orElseThrow(ForgeError::notFound);
    }

    private Project project(String owner, String repo) {
        return access.repository(owner, repo, Permission.READ).project();
    }
}
