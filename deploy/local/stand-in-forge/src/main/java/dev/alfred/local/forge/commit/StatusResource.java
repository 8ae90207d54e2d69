package dev.alfred.local.forge.commit;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.git.GitReader;
import dev.alfred.local.forge.model.CommitStatus;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.CommitViews;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.Page;
import dev.alfred.local.forge.view.RepositoryViews;

/** What checks say about commits, over REST. No hook tells it: a client asks. */
@Path("/api/v1/repos/{owner}/{repo}")
public class StatusResource {

    private final Access access;
    private final ForgeStore store;
    private final ForgeClock clock;
    private final ForgeUrls urls;
    private final GitReader git;
    private final CommitViews views;
    private final RepositoryViews repositories;

    StatusResource(
            Access access,
            ForgeStore store,
            ForgeClock clock,
            ForgeUrls urls,
            GitReader git,
            CommitViews views,
            RepositoryViews repositories) {
        this.access = access;
        this.store = store;
        this.clock = clock;
        this.urls = urls;
        this.git = git;
        this.views = views;
        this.repositories = repositories;
    }

    /** A check's word about a commit. */
    public record NewStatus(String state, String context, String description, String targetUrl) {}

    @POST
    @Path("statuses/{sha}")
    public Response post(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("sha") String sha,
            NewStatus wish) {
        RepositoryState repository = access.repository(owner, repo, Permission.WRITE);
        Account creator = access.account();
        String full = commit(repository.project(), sha);
        CommitStatus status = store.change(
                repository,
                state -> state.put(new CommitStatus(
                        store.nextId(Kind.STATUS),
                        full,
                        wish.context() == null ? "default" : wish.context(),
                        state(wish.state()),
                        wish.description() == null ? "" : wish.description(),
                        wish.targetUrl() == null ? "" : wish.targetUrl(),
                        creator.login(),
                        clock.now())));
        return Response.status(201)
                .entity(views.status(repository.project(), status))
                .build();
    }

    /** The newest of each context and the worst of them all. */
    @GET
    @Path("commits/{ref: .+}/status")
    public ObjectNode combined(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("ref") String ref) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        Project project = repository.project();
        String sha = commit(project, ref);
        return store.read(repository, state -> {
            Collection<CommitStatus> newest = newestByContext(state.statuses(sha));
            ObjectNode view =
                    Json.object().put("state", worst(newest)).put("sha", sha).put("total_count", newest.size());
            view.set("statuses", Json.array(newest, status -> views.status(project, status)));
            view.set("repository", repositories.repository(state, access.permission(project)));
            return view.put("commit_url", urls.api(project) + "/commits/" + sha)
                    .put("url", urls.api(project) + "/commits/" + sha + "/status");
        });
    }

    @GET
    @Path("commits/{ref: .+}/statuses")
    public Response list(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("ref") String ref,
            @Context UriInfo uri) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        String sha = commit(repository.project(), ref);
        List<CommitStatus> statuses = store.read(repository, state -> state.statuses(sha));
        return Page.of(statuses, uri, status -> views.status(repository.project(), status));
    }

    private String commit(Project project, String ref) {
        return git.resolve(project, ref).orElseThrow(ForgeError::notFound);
    }

    private static CommitStatus.State state(String word) {
        for (CommitStatus.State state : CommitStatus.State.values()) {
            if (state.name().toLowerCase(Locale.ROOT).equals(word)) {
                return state;
            }
        }
        throw ForgeError.invalid("unknown state: " + word);
    }

    private static Collection<CommitStatus> newestByContext(List<CommitStatus> newestFirst) {
        Map<String, CommitStatus> newest = new LinkedHashMap<>();
        newestFirst.forEach(status -> newest.putIfAbsent(status.context(), status));
        return newest.values();
    }

    private static String worst(Collection<CommitStatus> statuses) {
        return statuses.stream()
                .map(CommitStatus::state)
                .min(CommitStatus.State::compareTo)
                .map(state -> state.name().toLowerCase(Locale.ROOT))
                .orElse("");
    }
}
