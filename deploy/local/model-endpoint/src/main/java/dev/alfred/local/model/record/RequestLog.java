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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Remembers what reached the model: facts in memory, bodies on disk only, the oldest dropped by count and by size. */
public class RequestLog {

    private final Path directory;
    private final Path index;
    private final int kept;
    private final long bytesKept;
    private final ObjectMapper mapper = Json.MAPPER;
    private final ConcurrentSkipListMap<Long, RecordedRequest> requests = new ConcurrentSkipListMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private long bytes;

    /** How much is remembered: requests, and the size of their bodies together, in bytes. */
    public record Limits(int requests, long bytes) {
        public static final Limits USUAL = new Limits(2_000, 512_000_000);
    }

    public RequestLog(Path data, Limits limits) {
        this.directory = data.resolve("requests");
        this.index = data.resolve("requests.jsonl");
        this.kept = limits.requests();
        this.bytesKept = limits.bytes();
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
