package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * Deletes a tree that an agent could write: by {@code rm}, which walks by directory descriptors, follows no link, crosses
 * no file system and isn't stopped by any depth.
 */
final class TreeRemoval {
    private static final int LONGEST_COMPLAINT = 2000;

    private TreeRemoval() {}

    static void remove(Path tree) throws IOException {
        if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        String complaint = run(List.of("rm", "-rf", "--one-file-system", "--", tree.toString()));
        if (Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            // Directories without permissions stop everyone but root.
            run(List.of("chmod", "-R", "u+rwX", "--", tree.toString()));
            complaint = run(List.of("rm", "-rf", "--one-file-system", "--", tree.toString()));
        }
        if (Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("can't remove " + tree + ": " + complaint);
        }
    }

    private static String run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        byte[] said = process.getInputStream().readNBytes(LONGEST_COMPLAINT);
        process.getInputStream().transferTo(OutputStream.nullOutputStream());
        process.onExit().join();
        return new String(said, StandardCharsets.UTF_8).strip();
    }
}
