package dev.alfred.orchestrator.pool;

import java.util.List;

import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.messaging.problem.ProblemException;

/** {@code /runner-pools}: how many runs execute at once, and where. */
@Path("/runner-pools")
public class RunnerPoolResource {
    private static final String NAME = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";

    private final RunnerPools pools;
    private final PoolUse use;

    RunnerPoolResource(RunnerPools pools, PoolUse use) {
        this.pools = pools;
        this.use = use;
    }

    /**
     * @param running runs that hold a place now; above the capacity while it drains
     * @param resource the RunnerPool resource that sets the capacity, as {@code namespace/name}; null: set here
     * @param note why it has that capacity, where nobody asked for it, else null
     */
    public record RunnerPoolView(
            String name, RunnerKind runner, int capacity, long running, long queued, String resource, String note) {}

    /** The places that a pool has. */
    public record Capacity(@NotNull @Min(0) @Max(100_000) Integer capacity) {}

    @GET
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public List<RunnerPoolView> list() {
        return pools.all().stream().map(this::view).toList();
    }

    @GET
    @Path("{name}")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public RunnerPoolView get(@PathParam("name") String name) {
        return pools.named(name)
                .map(this::view)
                .orElseThrow(() -> ProblemException.notFound(
                        "unknown-runner-pool", "There is no runner pool of that name; PUT makes one."));
    }

    @PUT
    @Path("{name}")
    @RolesAllowed("admin")
    public RunnerPoolView put(
            @PathParam("name") String name, @NotNull @Valid Capacity wanted, @Context SecurityContext caller) {
        if (!name.matches(NAME)) {
            throw ProblemException.badRequest(
                    "bad-runner-pool", "A pool's name has at most 63 of a-z, 0-9 and inner hyphens.");
        }
        return switch (pools.resize(
                name, wanted.capacity(), caller.getUserPrincipal().getName())) {
            case RunnerPools.Resized.Done(RunnerPool pool) -> view(pool);
            case RunnerPools.Resized.Declared(String namespace) ->
                throw ProblemException.conflict(
                        "pool-of-a-resource",
                        "The RunnerPool resource of that name sets its capacity: kubectl scale runnerpool %s -n %s --replicas=%d"
                                .formatted(name, namespace, wanted.capacity()));
        };
    }

    private RunnerPoolView view(RunnerPool pool) {
        PoolUse.Use now = use.of(pool.name());
        return new RunnerPoolView(
                pool.name(),
                pool.runner(),
                pool.capacity(),
                now.running(),
                now.queued(),
                pool.resource().orElse(null),
                pool.note().orElse(null));
    }
}
