package dev.alfred.walls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The documents say what is there. */
class DocumentsTest {
    private static final Pattern CLASS_NAME = Pattern.compile("`([A-Z][A-Za-z]+\\.java)`");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?://|#)([^)#\\s]+)(#[^)]*)?\\)");

    @Test
    void everyFileThatTheFlowNamesExists() throws IOException {
        Set<String> sources = Checkout.mainSources().stream()
                .map(file -> file.getFileName().toString())
                .collect(Collectors.toSet());

        List<String> named = CLASS_NAME
                .matcher(Files.readString(Checkout.ROOT.resolve("docs/FLOW.md")))
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(12)
                .allSatisfy(name -> assertThat(sources).contains(name));
    }

    @Test
    void theFlowNamesEveryConsumer() throws IOException {
        String flow = Files.readString(Checkout.ROOT.resolve("docs/FLOW.md"));
        Set<String> consumers = new TreeSet<>();
        Checkout.mainSources().stream()
                .filter(file ->
                        Checkout.SERVICES.stream().anyMatch(s -> file.toString().contains("/" + s + "/")))
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith("Consumer.java"))
                .forEach(consumers::add);

        assertThat(consumers).isNotEmpty().allSatisfy(name -> assertThat(flow).contains("`" + name + "`"));
    }

    @Test
    void everyRelativeLinkLeadsSomewhere() throws IOException {
        for (Path document : documents()) {
            List<String> links = LINK.matcher(Files.readString(document))
                    .results()
                    .map(MatchResult::group)
                    .toList();
            assertThat(LINK.matcher(Files.readString(document)).results().map(match -> match.group(1)))
                    .as("links of %s: %s", document, links)
                    .allSatisfy(
                            link -> assertThat(document.resolveSibling(link)).exists());
        }
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(Checkout.ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(Checkout.ROOT.resolve("README.md")),
                            docs.filter(f -> f.toString().endsWith(".md")))
                    .toList();
        }
    }
}
