package dev.alfred.local.model.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.alfred.local.model.ModelConfig;

/** Remembers what reached the model: facts in memory, bodies on disk only, the oldest dropped by count and by size. */
@ApplicationScoped
public class RequestLog {

    private static final long MEGABYTE = 1_000_000;

    private final Path directory;
    private final Path index;
    private final int kept;
    private final long bytesKept;
    private final ObjectMapper mapper = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    private final ConcurrentSkipListMap<Long, RecordedRequest> requests = new ConcurrentSkipListMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private long bytes;

    RequestLog(ModelConfig config) {
        this.directory = config.dataDir().resolve("requests");
        this.index = config.dataDir().resolve("requests.jsonl");
        this.kept = config.requestsKept();
        this.bytesKept = config.megabytesKept() * MEGABYTE;
        try {
            Files.createDirectories(directory);
            recall();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Ids rise over restarts too. */
    public long nextId() {
        return lastId.incrementAndGet();
    }

    public synchronized void add(RecordedRequest request, byte[] body) {
        try {
            Files.write(file(request.id()), body);
            Files.writeString(
                    index,
                    mapper.writeValueAsString(request) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            requests.put(request.id(), request);
            bytes += request.bytes();
            prune();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Oldest first. */
    public List<RecordedRequest> after(long id) {
        return List.copyOf(requests.tailMap(id, false).values());
    }

    public Optional<Path> body(long id) {
        return Optional.ofNullable(requests.get(id)).map(request -> file(request.id()));
    }

    private void prune() throws IOException {
        while (requests.size() > 1 && (requests.size() > kept || bytes > bytesKept)) {
            RecordedRequest oldest = requests.pollFirstEntry().getValue();
            bytes -= oldest.bytes();
            Files.deleteIfExists(file(oldest.id()));
        }
    }

    /** A line that a kill cut off is left out, as is a request whose body is gone. */
    private void recall() throws IOException {
        if (!Files.exists(index)) {
            return;
        }
        try (Stream<String> lines = Files.lines(index)) {
            lines.map(this::parsed).flatMap(Optional::stream).forEach(request -> {
                lastId.accumulateAndGet(request.id(), Math::max);
                if (Files.exists(file(request.id()))) {
                    requests.put(request.id(), request);
                    bytes += request.bytes();
                }
            });
        }
        prune();
    }

    private Optional<RecordedRequest> parsed(String line) {
        try {
            return Optional.of(mapper.readValue(line, RecordedRequest.class));
        } catch (JsonProcessingException cutOff) {
            return Optional.empty();
        }
    }

    private Path file(long id) {
        return directory.resolve(id + ".json");
    }
}
