package dev.alfred.runner.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HomeFilesTest {
    @TempDir
    private Path home;

    @Test
    void makesRoomWhereAnEarlierStartPutSomethingElse() throws IOException {
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Files.createSymbolicLink(home.resolve(".linked"), elsewhere);
        Files.createDirectories(home.resolve(".agent/settings/full"));
        Files.writeString(home.resolve(".file"), "no directory");

        HomeFiles.write(home, Map.of(".linked/a", "1", ".agent/settings", "2", ".file/b", "3"));

        assertThat(home.resolve(".linked/a")).hasContent("1");
        assertThat(home.resolve(".agent/settings")).hasContent("2");
        assertThat(home.resolve(".file/b")).hasContent("3");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void letsNobodyElseReadWhatIsPutThere() throws IOException {
        HomeFiles.write(home, Map.of(".agent/prompt", "do it"));

        Path file = home.resolve(".agent/prompt");
        assertThat(file).hasContent("do it");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void replacesWhatAnEarlierStartLeft() throws IOException {
        Path elsewhere = Files.writeString(home.resolve("elsewhere"), "untouched");
        Files.createDirectories(home.resolve(".agent"));
        Files.createSymbolicLink(home.resolve(".agent/prompt"), elsewhere);

        HomeFiles.write(home, Map.of(".agent/prompt", "first"));
        HomeFiles.write(home, Map.of(".agent/prompt", "2nd"));

        assertThat(home.resolve(".agent/prompt")).hasContent("2nd").isRegularFile();
        assertThat(Files.isSymbolicLink(home.resolve(".agent/prompt"))).isFalse();
        assertThat(elsewhere).hasContent("untouched");
    }
}
