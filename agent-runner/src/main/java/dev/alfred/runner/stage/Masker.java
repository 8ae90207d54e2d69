package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.alfred.contracts.runner.RunnerPaths;

/** Replaces secrets in everything that leaves a stage: the values that the stage was given, and what looks like a token. */
public final class Masker {
    static final String MASK = "[masked]";

    private static final int SHORTEST_SECRET = 6;
    /** What lies beside a password and is no secret. */
    private static final Set<String> OPEN = Set.of("username", RunnerPaths.CREDENTIAL_EXPIRY);

    private static final List<Pattern> TOKENS = List.of(
            Pattern.compile("\\bgh[pousr]_[A-Za-z0-9]{20,}"),
            Pattern.compile("\\bgithub_pat_[A-Za-z0-9_]{20,}"),
            Pattern.compile("\\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_.-]{16,}"),
            Pattern.compile("\\bsk-[A-Za-z0-9_-]{16,}"),
            Pattern.compile("\\bxai-[A-Za-z0-9_-]{16,}"),
            Pattern.compile("\\bA(?:KIA|SIA)[A-Z0-9]{16}\\b"),
            Pattern.compile("\\beyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}"),
            Pattern.compile("(?<=[Bb]earer )[A-Za-z0-9._~+/=-]{16,}"),
            Pattern.compile("(?<=://)[^/@\\s:\"']{1,200}:[^/@\\s\"']{1,200}(?=@)"),
            Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]{0,20000}?-----END [A-Z ]*PRIVATE KEY-----"));

    private volatile List<String> known = List.of();

    public Masker(Collection<String> secrets) {
        secrets.forEach(this::learn);
    }

    /** Masks that one, too, from now on: a credential that was renewed under way. */
    public synchronized void learn(String secret) {
        String value = secret.strip();
        if (value.length() < SHORTEST_SECRET || known.contains(value)) {
            return;
        }
        Set<String> forms = new LinkedHashSet<>(known);
        forms.add(value);
        forms.add(Base64.getEncoder().withoutPadding().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
        known = forms.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** A masker that knows what the credential files of these directories hold; absent directories hold nothing. */
    public static Masker forFilesIn(Path... directories) throws IOException {
        List<String> secrets = new ArrayList<>();
        for (Path directory : directories) {
            if (!Files.isDirectory(directory)) {
                continue;
            }
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!OPEN.contains(file.getFileName().toString())) {
                        secrets.add(Files.readString(file));
                    }
                }
            }
        }
        return new Masker(secrets);
    }

    public String mask(String text) {
        if (text == null || text.isEmpty()) {
            return text;
        }
        String masked = text;
        for (String secret : known) {
            masked = masked.replace(secret, MASK);
        }
        for (Pattern token : TOKENS) {
            masked = token.matcher(masked).replaceAll(MASK);
        }
        return masked;
    }

    /** Masks every text inside; field names stay. Changes the node and returns it. */
    public JsonNode mask(JsonNode node) {
        return switch (node) {
            case TextNode text -> TextNode.valueOf(mask(text.textValue()));
            case ObjectNode object -> {
                object.properties().forEach(field -> field.setValue(mask(field.getValue())));
                yield object;
            }
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, mask(array.get(i)));
                }
                yield array;
            }
            default -> node;
        };
    }
}
