package dev.alfred.local.forge.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

/** The faults that are still to strike, oldest first. */
@ApplicationScoped
public class RequestFaults {

    private final List<RequestFault> pending = new ArrayList<>();

    public synchronized void add(RequestFault fault) {
        pending.add(fault);
    }

    public synchronized void clear() {
        pending.clear();
    }

    public synchronized List<RequestFault> pending() {
        return List.copyOf(pending);
    }

    synchronized Optional<RequestFault> strike(String method, String path) {
        for (int at = 0; at < pending.size(); at++) {
            RequestFault fault = pending.get(at);
            if (fault.matches(method, path)) {
                if (fault.remaining() > 1) {
                    pending.set(at, fault.once());
                } else {
                    pending.remove(at);
                }
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }
}
