package dev.alfred.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A real Kubernetes API server for tests (1.20.2, no nodes), by the throw-away cluster that may lie beside the
 * repository. It hands out kubeconfigs; the client is the test's own.
 */
public final class RealApiServer {
    private static final int STARTS = 3;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final ClusterTool tool;

    private RealApiServer(ClusterTool tool) {
        this.tool = tool;
    }

    /** Why there is none on this machine, or nothing when there is. */
    public static Optional<String> missing() {
        return ClusterTool.missing();
    }

    public static RealApiServer start(Path directory) throws IOException, InterruptedException {
        RealApiServer server = new RealApiServer(new ClusterTool(directory));
        for (int left = STARTS - 1; !server.started(left > 0); left--) {
            System.out.println("another process took a port of the Kubernetes API server: it is started again");
        }
        return server;
    }

    /** The tool looks for free ports before it takes them. */
    private boolean started(boolean again) throws IOException, InterruptedException {
        try {
            tool.run(LIMIT, "api");
            return true;
        } catch (IllegalStateException e) {
            if (again && e.getMessage().contains("address already in use")) {
                return false;
            }
            throw e;
        }
    }

    /** Of an account that may do everything. */
    public String kubeconfig() throws IOException {
        return tool.kubeconfig();
    }

    /** Of a ServiceAccount, which may do what its roles say. */
    public String kubeconfig(String namespace, String account) throws IOException, InterruptedException {
        return tool.kubeconfig(namespace, account);
    }

    /** What kubectl says, as the account that may do everything; its words where it fails. */
    public String kubectl(String... arguments) throws IOException, InterruptedException {
        return tool.kubectl(arguments);
    }

    /** One line of JSON for each request that was answered, with its user, verb, resource and what was decided. */
    public List<String> audited() throws IOException {
        return Files.readAllLines(tool.directory().resolve("logs/audit.log"));
    }

    public void stop() throws IOException, InterruptedException {
        tool.run(LIMIT, "down");
    }
}
