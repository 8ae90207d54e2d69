package dev.alfred.ingest.forge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Wire;

/**
 * Real webhooks that lie beside the repository ({@code ../shared/payloads}, found upwards from the working directory, or
 * where the property {@code alfred.test.shared} says). They aren't part of it; tests that need them say when they are
 * away.
 */
public final class SharedPayloads {
    /** The secret of the HMAC signatures, and GitLab's two. */
    public static final List<String> SECRETS = List.of(
            "It's a Secret to Everybody", "gitlab-test-token", "whsec_dGVzdHRlc3R0ZXN0dGVzdHRlc3R0ZXN0dGVzdHRlc3Q=");

    private SharedPayloads() {}

    /** One recorded delivery. */
    public record Recorded(String name, ForgeKind forge, Map<String, List<String>> headers, byte[] body) {
        @Override
        public String toString() {
            return name;
        }
    }

    public static Optional<Path> directory() {
        String configured = System.getProperty("alfred.test.shared");
        if (configured != null) {
            return Optional.of(Path.of(configured, "payloads")).filter(Files::isDirectory);
        }
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .map(path -> path.resolve("shared/payloads"))
                .filter(Files::isDirectory)
                .findFirst();
    }

    /** All of them in the order of their names. */
    public static List<Recorded> all() {
        return directory().map(SharedPayloads::read).orElse(List.of());
    }

    private static List<Recorded> read(Path directory) {
        List<Recorded> recorded = new ArrayList<>();
        for (ForgeKind forge : ForgeKind.values()) {
            try (Stream<Path> files = Files.list(directory.resolve(forge.wire()))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    String name = file.getFileName().toString().replace(".json", "");
                    recorded.add(new Recorded(
                            forge.wire() + "/" + name,
                            Wire.of(ForgeKind.class, forge.wire()),
                            headers(file.resolveSibling(name + ".headers")),
                            Files.readAllBytes(file)));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return recorded;
    }

    private static Map<String, List<String>> headers(Path file) throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon),
                        List.of(line.substring(colon + 1).trim()));
            }
        }
        return headers;
    }
}
