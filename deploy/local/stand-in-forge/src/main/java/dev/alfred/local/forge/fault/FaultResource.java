package dev.alfred.local.forge.fault;

import java.util.List;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;

import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.account.Caller;
import dev.alfred.local.forge.error.ForgeError;

/** Orders faults, for tests. An administrator's token is needed; a real forge has nothing like it. */
@Path("/_stand-in/faults")
public class FaultResource {

    private final RequestFaults requests;
    private final HookFaults hooks;
    private final Caller caller;

    FaultResource(RequestFaults requests, HookFaults hooks, Caller caller) {
        this.requests = requests;
        this.hooks = hooks;
        this.caller = caller;
    }

    /** Everything that is still to strike. */
    public record Faults(List<RequestFault> requests, HookFaults.Switches webhooks) {}

    @GET
    public Faults pending() {
        requireAdmin();
        return new Faults(requests.pending(), hooks.switches());
    }

    @POST
    @Path("requests")
    public Faults order(RequestFault fault) {
        requireAdmin();
        requests.add(fault);
        return pending();
    }

    @PUT
    @Path("webhooks")
    public Faults order(HookFaults.Switches switches) {
        requireAdmin();
        hooks.set(switches);
        return pending();
    }

    @DELETE
    public Faults clear() {
        requireAdmin();
        requests.clear();
        hooks.set(new HookFaults.Switches(0, 0, false));
        return pending();
    }

    private void requireAdmin() {
        if (!caller.account().map(Account::admin).orElse(false)) {
            throw ForgeError.forbidden("only an administrator orders faults");
        }
    }
}
