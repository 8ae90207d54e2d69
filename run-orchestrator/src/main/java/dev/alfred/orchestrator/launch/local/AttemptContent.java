package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import org.jboss.logging.Logger;

/** Writes what an attempt begins with: plan, input, and each stage's credentials in a directory of their own. */
final class AttemptContent {
    private static final FileAttribute<Set<PosixFilePermission>> OWNERS_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final Logger LOG = Logger.getLogger(AttemptContent.class);
    private static final String USERNAME = "username";
    private static final String PASSWORD = "password";

    private AttemptContent() {}

    static void write(Path directory, LaunchOrder order, AttemptPlan plan) throws IOException {
        plan(directory, plan);
        Path input = Files.createDirectory(directory.resolve(AttemptFiles.INPUT));
        // The worker reads it as another user; the directory around it is closed.
        Files.setPosixFilePermissions(input, PosixFilePermissions.fromString("rwxr-xr-x"));
        readable(input.resolve("spec.json"), ContractJson.mapper().writeValueAsBytes(order.spec()));
        readable(input.resolve("prompt-full.md"), order.fullPrompt().getBytes(StandardCharsets.UTF_8));
        if (order.deltaPrompt() != null) {
            readable(input.resolve("prompt-delta.md"), order.deltaPrompt().getBytes(StandardCharsets.UTF_8));
        }
        forge(directory, Stage.PREPARE, order.prepareCredential());
        forge(directory, Stage.PUBLISH, order.publishCredential());
        provider(directory, order.providerSecrets());
    }

    static void plan(Path directory, AttemptPlan plan) throws IOException {
        Files.write(directory.resolve(AttemptFiles.PLAN), ContractJson.mapper().writeValueAsBytes(plan));
    }

    /**
     * Puts the new credential in the old one's place, each file whole, readable by who could read the old one. The time of
     * its end comes last: who sees it finds the password that it is said of.
     *
     * @return false where the stage has ended, and its credential with it
     */
    static boolean renew(Path directory, Stage stage, GitCredential credential) throws IOException {
        Path files = credentials(directory, stage);
        try {
            if (!Files.isDirectory(files, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            replace(files, USERNAME, credential.username());
            replace(files, PASSWORD, credential.password());
            replace(files, RunnerPaths.CREDENTIAL_EXPIRY, expiry(credential));
            return true;
        } catch (NoSuchFileException e) {
            LOG.debug("A stage ended while its credential was renewed", e);
            return false;
        }
    }

    private static void replace(Path files, String name, String content) throws IOException {
        Path password = files.resolve(PASSWORD);
        Path part = files.resolve(name + ".part");
        Files.deleteIfExists(part);
        secret(part, content);
        for (String owner : new String[] {"unix:gid", "unix:uid"}) {
            Files.setAttribute(
                    part,
                    owner,
                    Files.getAttribute(password, owner, LinkOption.NOFOLLOW_LINKS),
                    LinkOption.NOFOLLOW_LINKS);
        }
        Files.move(part, files.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void forge(Path directory, Stage stage, GitCredential credential) throws IOException {
        if (credential != null) {
            Path files = closed(directory, stage);
            secret(files.resolve(USERNAME), credential.username());
            secret(files.resolve(PASSWORD), credential.password());
            secret(files.resolve(RunnerPaths.CREDENTIAL_EXPIRY), expiry(credential));
        }
    }

    private static String expiry(GitCredential credential) {
        return credential.expiresAt() == null ? "" : credential.expiresAt().toString();
    }

    private static void provider(Path directory, Map<String, String> secrets) throws IOException {
        Path files = closed(directory, Stage.RUN);
        for (Map.Entry<String, String> secret : secrets.entrySet()) {
            secret(files.resolve(secret.getKey()), secret.getValue());
        }
    }

    private static Path closed(Path directory, Stage stage) throws IOException {
        Path files = credentials(directory, stage);
        if (!Files.exists(files.getParent())) {
            Files.createDirectory(files.getParent(), OWNERS_DIRECTORY);
        }
        return Files.createDirectory(files, OWNERS_DIRECTORY);
    }

    private static Path credentials(Path directory, Stage stage) {
        return directory.resolve(AttemptFiles.CREDENTIALS).resolve(stage.wire());
    }

    private static void secret(Path file, String content) throws IOException {
        Files.createFile(file, OWNERS_FILE);
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void readable(Path file, byte[] content) throws IOException {
        Files.write(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }
}
