package dev.alfred.local.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.local.model.fault.Faults;
import dev.alfred.local.model.record.RecordedRequest;
import dev.alfred.local.model.record.RequestLog;
import dev.alfred.local.model.server.ModelRoutes;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;

/**
 * The scripted model, for as long as it is open. It speaks Anthropic Messages, OpenAI Responses and OpenAI
 * Chat Completions; what it answers is told by the prompts themselves (see this module's README).
 */
public final class ScriptedModel implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int LARGEST_HEADERS = 32 * 1024;

    private final Vertx vertx;
    private final RequestLog log;
    private final Faults faults = new Faults();
    private final String host;
    private final int port;

    private ScriptedModel(String host, int port, Path data) {
        this.host = host;
        log = new RequestLog(data, RequestLog.Limits.USUAL);
        vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(2)
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
        HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                .setHost(host)
                .setPort(port)
                .setMaxHeaderSize(LARGEST_HEADERS)
                .setDecompressionSupported(true));
        try {
            this.port = server.requestHandler(new ModelRoutes(log, faults).router(vertx))
                    .listen()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join()
                    .actualPort();
        } catch (RuntimeException notStarted) {
            close();
            throw notStarted;
        }
    }

    /** On a free port of loopback. */
    public static ScriptedModel start(Path data) {
        return start(0, data);
    }

    /** On loopback. */
    public static ScriptedModel start(int port, Path data) {
        return start(LOOPBACK, port, data);
    }

    /**
     * @param host the address of this machine at which agents reach it
     * @param port 0 for a free one
     * @param data where the bodies of requests are kept, one file each; ids go on where an earlier start ended
     */
    public static ScriptedModel start(String host, int port, Path data) {
        return new ScriptedModel(host, port, data);
    }

    /** Without a path: {@code /v1} and the rest are the client's to add. */
    public String url() {
        return "http://" + host + ":" + port;
    }

    /** What has reached the model, oldest first; side calls for titles and the like too. */
    public List<RecordedRequest> requests() {
        return log.after(0);
    }

    /** A request's body as it came. */
    public String body(long id) {
        Path file = log.body(id).orElseThrow(() -> new IllegalArgumentException("no request " + id));
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Strike the next requests of whoever comes; tests that run side by side order errors in their prompts. */
    public Faults faults() {
        return faults;
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
