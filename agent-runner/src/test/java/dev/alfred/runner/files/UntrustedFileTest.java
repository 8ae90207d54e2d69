package dev.alfred.runner.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UntrustedFileTest {
    @TempDir
    private Path directory;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void waitsForNobodyWhoWouldWriteIntoAPipe() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> UntrustedFile.open(pipe, Duration.ofMillis(200)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("taken its place");
        Files.newOutputStream(pipe).close();
    }

    @Test
    void readsNoMoreThanThereWasWhenItWasOpened() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "0123456789");
        try (InputStream in = UntrustedFile.open(file)) {
            Files.writeString(file, "more", StandardOpenOption.APPEND);
            in.skipNBytes(2);

            assertThat(in.read()).isEqualTo('2');
            assertThat(in.readAllBytes()).asString().isEqualTo("3456789");
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void followsNoLink() throws IOException {
        Path link = Files.createSymbolicLink(
                directory.resolve("link"), Files.writeString(directory.resolve("file"), "content"));

        assertThatThrownBy(() -> UntrustedFile.open(link).close()).isInstanceOf(IOException.class);
    }
}
