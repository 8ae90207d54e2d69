package dev.alfred.local.model.fault;

import java.util.List;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** Orders faults for the next requests to the model. */
@Path("/_script/faults")
public class FaultResource {

    private final Faults faults;

    FaultResource(Faults faults) {
        this.faults = faults;
    }

    @GET
    public List<Fault> pending() {
        return faults.pending();
    }

    @POST
    public List<Fault> order(Fault fault) {
        if (fault == null || (fault.status() != null && (fault.status() < 400 || fault.status() > 599))) {
            throw new BadRequestException("a fault has a status from 400 to 599, a delay, or a cut");
        }
        faults.add(fault);
        return faults.pending();
    }

    @DELETE
    public List<Fault> clear() {
        faults.clear();
        return faults.pending();
    }
}
