package dev.alfred.benchmarks.sweep;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.LivenessAnswer;
import dev.alfred.contracts.internal.LivenessQuestion;
import dev.alfred.contracts.internal.MailboxLiveness;
import dev.alfred.contracts.vocabulary.MailboxStatus;

/** Stands in for mailbox-service: every mailbox that it is asked for is open. Something can be done before an answer. */
final class LivingMailboxes implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final AtomicLong asked = new AtomicLong();
    private final NavigableMap<Long, Runnable> pauses = new ConcurrentSkipListMap<>();

    private LivingMailboxes(HttpServer server) {
        this.server = server;
    }

    static LivingMailboxes start() throws IOException {
        LivingMailboxes mailboxes =
                new LivingMailboxes(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        mailboxes.server.createContext("/internal/mailboxes/liveness", mailboxes::answer);
        mailboxes.server.setExecutor(mailboxes.threads);
        mailboxes.server.start();
        return mailboxes;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Does that once, while whoever asks waits for the answer with which so many mailboxes will have been asked for. */
    void pauseAfter(long mailboxes, Runnable action) {
        pauses.put(asked.get() + mailboxes, action);
    }

    private void answer(HttpExchange exchange) throws IOException {
        LivenessQuestion question =
                ContractJson.mapper().readValue(exchange.getRequestBody().readAllBytes(), LivenessQuestion.class);
        long now = asked.addAndGet(question.mailboxes().size());
        NavigableMap<Long, Runnable> due = pauses.headMap(now, true);
        due.values().forEach(Runnable::run);
        due.clear();
        LivenessAnswer answer = new LivenessAnswer(
                question.mailboxes().stream()
                        .map(mailbox -> new MailboxLiveness(mailbox, MailboxStatus.OPEN, 1, 90))
                        .toList(),
                List.of());
        byte[] body = ContractJson.mapper().writeValueAsString(answer).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
