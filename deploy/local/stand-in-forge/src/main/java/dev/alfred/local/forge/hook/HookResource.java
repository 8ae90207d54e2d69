package dev.alfred.local.forge.hook;

import java.util.List;
import java.util.Map;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.model.Hook;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.Page;

/** Webhooks over REST: Forgejo's calls, and the delivery log that Forgejo shows only on its pages. */
@Path("/api/v1/repos/{owner}/{repo}")
public class HookResource {

    private final Access access;
    private final ForgeStore store;
    private final ForgeClock clock;
    private final GitStore git;
    private final DeliveryLog log;
    private final HookEvents events;

    HookResource(Access access, ForgeStore store, ForgeClock clock, GitStore git, DeliveryLog log, HookEvents events) {
        this.access = access;
        this.store = store;
        this.clock = clock;
        this.git = git;
        this.log = log;
        this.events = events;
    }

    /** A hook to make or to change; {@code config} has url, content_type and secret. */
    public record HookText(
            String type, Map<String, String> config, List<String> events, Boolean active, String authorizationHeader) {
        String setting(String name, String otherwise) {
            return config == null ? otherwise : config.getOrDefault(name, otherwise);
        }
    }

    @GET
    @Path("hooks")
    public Response list(@PathParam("owner") String owner, @PathParam("repo") String repo, @Context UriInfo uri) {
        RepositoryState repository = administered(owner, repo);
        List<Hook> hooks = store.read(repository, state -> List.copyOf(state.hooks()));
        return Page.of(hooks, uri, HookResource::view);
    }

    @POST
    @Path("hooks")
    public Response create(@PathParam("owner") String owner, @PathParam("repo") String repo, HookText text) {
        RepositoryState repository = administered(owner, repo);
        if (text.setting("url", "").isEmpty()) {
            throw ForgeError.invalid("Missing config option: url");
        }
        Hook hook = store.change(
                repository,
                state -> state.put(new Hook(
                        store.nextId(Kind.HOOK),
                        text.setting("url", ""),
                        "form".equals(text.setting("content_type", "json")),
                        text.setting("secret", ""),
                        text.events() == null || text.events().isEmpty() ? List.of("push") : text.events(),
                        Boolean.TRUE.equals(text.active()),
                        text.authorizationHeader() == null ? "" : text.authorizationHeader(),
                        clock.now(),
                        clock.now())));
        return Response.status(201).entity(view(hook)).build();
    }

    @GET
    @Path("hooks/{id: \\d+}")
    public ObjectNode get(@PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("id") long id) {
        return view(find(administered(owner, repo), id));
    }

    @PATCH
    @Path("hooks/{id: \\d+}")
    public ObjectNode edit(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("id") long id, HookText text) {
        RepositoryState repository = administered(owner, repo);
        Hook old = find(repository, id);
        return view(store.change(
                repository,
                state -> state.put(new Hook(
                        id,
                        text.setting("url", old.url()),
                        text.config() == null || !text.config().containsKey("content_type")
                                ? old.form()
                                : "form".equals(text.config().get("content_type")),
                        text.setting("secret", old.secret()),
                        text.events() == null ? old.events() : text.events(),
                        text.active() == null ? old.active() : text.active(),
                        text.authorizationHeader() == null ? old.authorization() : text.authorizationHeader(),
                        old.createdAt(),
                        clock.now()))));
    }

    @DELETE
    @Path("hooks/{id: \\d+}")
    public void delete(@PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("id") long id) {
        RepositoryState repository = administered(owner, repo);
        find(repository, id);
        store.change(repository, state -> {
            state.removeHook(id);
            return id;
        });
    }

    /** The test button: a push from a commit to itself. */
    @POST
    @Path("hooks/{id: \\d+}/tests")
    public void test(@PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("id") long id) {
        RepositoryState repository = administered(owner, repo);
        Hook hook = find(repository, id);
        Project project = repository.project();
        String sha = git.branch(project, project.defaultBranch()).orElse("0".repeat(40));
        ObjectNode payload = Json.object()
                .put("ref", "refs/heads/" + project.defaultBranch())
                .put("before", sha)
                .put("after", sha);
        payload.set("commits", Json.texts(List.of()));
        store.change(repository, state -> {
            events.test(state, hook, payload, access.account());
            return id;
        });
    }

    @GET
    @Path("hooks/{id: \\d+}/deliveries")
    public Response deliveries(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("id") long id,
            @Context UriInfo uri) {
        find(administered(owner, repo), id);
        return Page.of(log.of(id), uri, HookResource::entry);
    }

    @GET
    @Path("hooks/{id: \\d+}/deliveries/{uuid}")
    public ObjectNode delivery(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("id") long id,
            @PathParam("uuid") String uuid) {
        find(administered(owner, repo), id);
        Delivery delivery = log.find(id, uuid).orElseThrow(ForgeError::notFound);
        return entry(delivery).put("payload", delivery.payload());
    }

    /** Again, under a new id. */
    @POST
    @Path("hooks/{id: \\d+}/deliveries/{uuid}/attempts")
    public Response redeliver(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("id") long id,
            @PathParam("uuid") String uuid) {
        find(administered(owner, repo), id);
        Delivery again = events.repeat(log.find(id, uuid).orElseThrow(ForgeError::notFound));
        return Response.accepted(entry(again)).build();
    }

    private RepositoryState administered(String owner, String repo) {
        access.account();
        return access.repository(owner, repo, Permission.ADMIN);
    }

    private Hook find(RepositoryState repository, long id) {
        return store.read(repository, state -> state.hook(id)).orElseThrow(ForgeError::notFound);
    }

    private static ObjectNode view(Hook hook) {
        ObjectNode view = Json.object()
                .put("id", hook.id())
                .put("type", "forgejo")
                .put("branch_filter", "")
                .put("url", hook.url())
                .put("content_type", hook.form() ? "form" : "json");
        view.set(
                "config",
                Json.object().put("content_type", hook.form() ? "form" : "json").put("url", hook.url()));
        view.putNull("metadata");
        view.set("events", Json.texts(hook.events()));
        return view.put("authorization_header", hook.authorization())
                .put("active", hook.active())
                .put("updated_at", Json.time(hook.updatedAt()))
                .put("created_at", Json.time(hook.createdAt()));
    }

    private static ObjectNode entry(Delivery delivery) {
        return Json.object()
                .put("uuid", delivery.uuid())
                .put("event", delivery.type().event())
                .put("event_type", delivery.type().type())
                .put("action", delivery.action())
                .put("queued_at", Json.time(delivery.queuedAt()))
                .put("outcome", delivery.outcome().name().toLowerCase(java.util.Locale.ROOT))
                .put("delivered", delivery.delivered())
                .put("response_status", delivery.responseStatus())
                .put("detail", delivery.detail())
                .put("millis", delivery.millis());
    }
}
