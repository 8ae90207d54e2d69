package dev.alfred.local.model.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The faults that are still to strike, in the order they were told. */
public class Faults {

    private final Deque<Fault> pending = new ArrayDeque<>();

    public synchronized void add(Fault fault) {
        pending.add(fault);
    }

    public synchronized void clear() {
        pending.clear();
    }

    public synchronized List<Fault> pending() {
        return List.copyOf(pending);
    }

    /** The one that strikes this request, if any. */
    public synchronized Optional<Fault> next() {
        Optional<Fault> fault = Optional.ofNullable(pending.poll());
        fault.filter(found -> found.remaining() > 1).ifPresent(found -> pending.addFirst(found.once()));
        return fault;
    }
}
