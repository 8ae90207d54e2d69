package dev.alfred.orchestrator.launch.kubernetes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Observation.LogLines;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import org.jboss.logging.Logger;

/**
 * Reads the stages' logs as one, in the stages' order. Nothing is kept between two looks: a position names a line by its
 * stage and time, and what is asked for begins in that line's second.
 */
final class PodLogs {
    private static final Logger LOG = Logger.getLogger(PodLogs.class);
    private static final int MOST_LINES = 2_000;
    private static final int GROWTH = 4;
    private static final int LARGEST = 1 << 28;
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private final KubernetesClient client;
    private final int limit;

    /** @param limit the most that is asked for at once, in bytes; more only where one second's lines are more */
    PodLogs(KubernetesClient client, int limit) {
        this.client = client;
        this.limit = limit;
    }

    /** @param broken whether a log could not be read to its present end */
    record Part(LogLines lines, boolean broken) {}

    Part read(Pod pod, PodReading reading, long from) {
        Instant created = PodTimes.created(pod);
        Taking taking = new Taking(LogPosition.of(from, created));
        boolean broken = false;
        for (Stage stage : reading.begun()) {
            if (!broken && !taking.more && stage.compareTo(taking.position.stage()) >= 0) {
                if (stage != taking.position.stage()) {
                    taking.position = LogPosition.beginningOf(stage);
                }
                broken = !read(pod, stage, reading.runs(stage), taking);
            }
        }
        return new Part(new LogLines(taking.lines, taking.position.number(created), taking.more), broken);
    }

    /** What one look takes in. */
    private static final class Taking {
        private final List<LogLines.Line> lines = new ArrayList<>();
        private LogPosition position;
        private boolean more;

        Taking(LogPosition position) {
            this.position = position;
        }

        void take(StampedLines.Line line) {
            lines.add(new LogLines.Line(position.stage(), line.text()));
            position = position.after(line.time());
        }
    }

    /** False where it can't be read now. */
    private boolean read(Pod pod, Stage stage, boolean mayGrow, Taking taking) {
        int before = taking.lines.size();
        int most = limit;
        try {
            byte[] log = fetch(pod, stage, taking.position.time(), most);
            take(log, mayGrow || log.length >= most, taking);
            while (log.length >= most && taking.lines.size() == before && most < LARGEST) {
                most *= GROWTH;
                log = fetch(pod, stage, taking.position.time(), most);
                take(log, mayGrow || log.length >= most, taking);
            }
            taking.more |= log.length >= most;
            return true;
        } catch (IOException e) {
            LOG.debugf(e, "a stage's log can't be read now: the next look tries again");
            return false;
        }
    }

    /** @param mayGrow whether a last line without an end may have one later */
    private static void take(byte[] log, boolean mayGrow, Taking taking) throws IOException {
        LogPosition start = taking.position;
        int repeats = 0;
        boolean beyond = start.time() == null;
        StampedLines lines = new StampedLines(new ByteArrayInputStream(log));
        Optional<StampedLines.Line> next = lines.next();
        while (next.isPresent() && (next.get().whole() || !mayGrow)) {
            StampedLines.Line line = next.get();
            if (!beyond) {
                repeats += line.time().equals(start.time()) ? 1 : 0;
                beyond = line.time().isAfter(start.time()) || repeats > start.repeats();
            }
            if (beyond && taking.lines.size() == MOST_LINES) {
                taking.more = true;
                return;
            }
            if (beyond) {
                taking.take(line);
            }
            next = lines.next();
        }
    }

    /** By the client's own way to HTTP: its log calls hand out the body of an error as a log. */
    private byte[] fetch(Pod pod, Stage stage, Instant since, int most) throws IOException {
        // The API knows whole seconds only.
        String from = since == null ? "" : "&sinceTime=" + since.truncatedTo(ChronoUnit.SECONDS);
        String log = "api/v1/namespaces/%s/pods/%s/log?container=%s&timestamps=true&limitBytes=%d%s"
                .formatted(pod.getMetadata().getNamespace(), pod.getMetadata().getName(), stage.wire(), most, from);
        HttpClient http = client.getHttpClient();
        HttpResponse<byte[]> answer = await(http.sendAsync(
                http.newHttpRequestBuilder()
                        .uri(URI.create(client.getConfiguration().getMasterUrl())
                                .resolve(log))
                        .build(),
                byte[].class));
        if (!answer.isSuccessful()) {
            throw new IOException("status " + answer.code());
        }
        return answer.body();
    }

    private static <T> T await(CompletableFuture<T> answer) throws IOException {
        try {
            return answer.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
