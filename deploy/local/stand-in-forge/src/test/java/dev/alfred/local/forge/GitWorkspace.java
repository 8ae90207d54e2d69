package dev.alfred.local.forge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** Git as people and agents use it: the real program against the forge's HTTP address. */
record GitWorkspace(Path directory) {

    record Ended(int status, String output) {}

    static String url(String repository, String login, String token) {
        String path = repository.replace("/api/v1/repos/", "");
        String credentials = login == null ? "" : login + ":" + token + "@";
        return "http://" + credentials + "127.0.0.1:" + io.restassured.RestAssured.port + "/" + path + ".git";
    }

    static GitWorkspace cloned(Path parent, String url) {
        GitWorkspace outside = new GitWorkspace(parent);
        outside.must("clone", "-q", url, "work");
        GitWorkspace workspace = new GitWorkspace(parent.resolve("work"));
        workspace.must("config", "user.name", "Test");
        workspace.must("config", "user.email", "test@forge.localhost");
        return workspace;
    }

    GitWorkspace commit(String file, String text, String message) {
        try {
            Files.writeString(directory.resolve(file), text);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        must("add", "-A");
        must("commit", "-q", "-m", message);
        return this;
    }

    String must(String... arguments) {
        Ended ended = run(arguments);
        assertThat(ended.status())
                .as("git %s: %s", List.of(arguments), ended.output())
                .isZero();
        return ended.output().strip();
    }

    Ended run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_CONFIG_SYSTEM", "/dev/null");
        environment.put("no_proxy", "127.0.0.1");
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes());
            return new Ended(process.waitFor(), output);
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }
}
