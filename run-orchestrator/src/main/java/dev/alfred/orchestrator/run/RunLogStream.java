package dev.alfred.orchestrator.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;

import dev.alfred.orchestrator.run.model.RunView;
import dev.alfred.orchestrator.run.store.RunListing;
import dev.alfred.orchestrator.run.store.RunLogRepository;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/** A run's log as server-sent events: one {@code line} each, then one {@code end} with the run. */
@ApplicationScoped
class RunLogStream {
    private static final Duration PACE = Duration.ofMillis(500);
    private static final int BATCH = 500;

    private final RunLogRepository logs;
    private final RunListing runs;

    RunLogStream(RunLogRepository logs, RunListing runs) {
        this.logs = logs;
        this.runs = runs;
    }

    private record Look(List<RunLogRepository.Line> lines, RunView end) {}

    Multi<OutboundSseEvent> follow(UUID run, long after, Sse sse) {
        AtomicLong last = new AtomicLong(after);
        return Multi.createBy()
                .repeating()
                .uni(() -> Uni.createFrom()
                        .item(() -> look(run, last))
                        .runSubscriptionOn(Infrastructure.getDefaultWorkerPool()))
                .withDelay(PACE)
                .whilst(look -> look.end() == null)
                .onItem()
                .transformToMultiAndConcatenate(look -> Multi.createFrom().items(events(look, sse).stream()));
    }

    /** State first, lines after it: what was printed before the end is never missed. */
    private Look look(UUID run, AtomicLong last) {
        RunView view = runs.one(run).orElseThrow();
        List<RunLogRepository.Line> lines = logs.after(run, last.get(), BATCH);
        if (!lines.isEmpty()) {
            last.set(lines.getLast().seq());
        }
        return new Look(lines, view.state().ended() && lines.size() < BATCH ? view : null);
    }

    private static List<OutboundSseEvent> events(Look look, Sse sse) {
        List<OutboundSseEvent> events = new ArrayList<>();
        for (RunLogRepository.Line line : look.lines()) {
            events.add(event(sse, "line", line).id(String.valueOf(line.seq())).build());
        }
        if (look.end() != null) {
            events.add(event(sse, "end", look.end()).build());
        }
        return events;
    }

    private static OutboundSseEvent.Builder event(Sse sse, String name, Object data) {
        return sse.newEventBuilder()
                .name(name)
                .mediaType(MediaType.APPLICATION_JSON_TYPE)
                .data(data);
    }
}
