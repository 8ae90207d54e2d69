package dev.alfred.walls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ./alfred test --only kubernetes} leaves no test out that is about Kubernetes, whatever it is called. */
class TestPartsTest {
    private static final Pattern TEST = Pattern.compile(".*/src/test/java/.*(Test|IT)\\.java");
    private static final Pattern ROOMS = Pattern.compile(".*/(launch/kubernetes|state/volume)/.*");
    private static final Pattern USES = Pattern.compile(
            "import io\\.fabric8\\.kubernetes|\\b(RealApiServer|OneNodeCluster|RunnersOnKubernetes)\\b");
    private static final String TAG = "@Tag(\"kubernetes\")";

    @Test
    void allThatIsAboutKubernetesBearsItsTag() {
        List<Path> tests = tests();

        assertThat(tests.stream().filter(TestPartsTest::aboutKubernetes))
                .hasSizeGreaterThan(15)
                .allSatisfy(test -> assertThat(test).content().contains("\n" + TAG));
        assertThat(tests.stream().filter(test -> !aboutKubernetes(test)))
                .noneSatisfy(test -> assertThat(test).content().contains("\n" + TAG));
    }

    @Test
    void thePartIsChosenByThatTag() throws IOException {
        assertThat(Files.readAllLines(Checkout.ROOT.resolve("alfred")))
                .filteredOn(line -> line.strip().startsWith("kubernetes)"))
                .singleElement()
                .asString()
                .contains("-Dgroups=kubernetes")
                .doesNotContain("-Dtest=", "-Dit.test=");
    }

    private static boolean aboutKubernetes(Path test) {
        try {
            return ROOMS.matcher(test.toString()).matches()
                    || USES.matcher(Files.readString(test)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> tests() {
        try (Stream<Path> files = Files.walk(Checkout.ROOT)) {
            return files.filter(file -> TEST.matcher(file.toString()).matches())
                    .filter(file -> !file.endsWith("TestPartsTest.java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
