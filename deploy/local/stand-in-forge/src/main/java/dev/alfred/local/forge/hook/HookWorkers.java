package dev.alfred.local.forge.hook;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import dev.alfred.local.forge.fault.HookFaults;
import dev.alfred.local.forge.model.Hook;
import dev.alfred.local.forge.store.ForgeStore;
import io.quarkus.runtime.StartupEvent;
import org.jboss.logging.Logger;

/** One thread and one queue per hook: deliveries leave in order, and a slow receiver holds up nobody else. */
@ApplicationScoped
public class HookWorkers {

    private static final Logger LOG = Logger.getLogger(HookWorkers.class);

    private final ForgeStore store;
    private final DeliveryLog log;
    private final HookSender sender;
    private final HookFaults faults;
    private final Map<Long, Worker> workers = new ConcurrentHashMap<>();

    HookWorkers(ForgeStore store, DeliveryLog log, HookSender sender, HookFaults faults) {
        this.store = store;
        this.log = log;
        this.sender = sender;
        this.faults = faults;
    }

    /** What was never attempted before the last stop is told now. */
    void resume(@Observes StartupEvent started) {
        log.unattempted().forEach(this::enqueue);
    }

    void enqueue(Delivery delivery) {
        workers.computeIfAbsent(delivery.hookId(), this::started).queue.add(delivery);
    }

    @PreDestroy
    void stop() {
        workers.values().forEach(worker -> worker.thread.interrupt());
    }

    private Worker started(long hookId) {
        Worker worker = new Worker();
        worker.thread = Thread.ofVirtual().name("hook-" + hookId).start(worker);
        return worker;
    }

    private void deliver(Delivery delivery) throws InterruptedException {
        faults.awaitRelease();
        Optional<Hook> hook = store.byId(delivery.repositoryId())
                .flatMap(state -> store.read(state, repository -> repository.hook(delivery.hookId())));
        if (hook.isEmpty() || faults.dropsNext()) {
            log.update(delivery.came(Delivery.Outcome.DROPPED));
            return;
        }
        Delivery attempted = delivery.came(Delivery.Outcome.ATTEMPTED);
        log.update(attempted);
        Delivery ended = sender.send(hook.get(), attempted);
        if (faults.duplicatesNext()) {
            ended = sender.send(hook.get(), attempted);
        }
        log.update(ended);
        if (!ended.delivered()) {
            LOG.warnf(
                    "webhook not delivered, it is not repeated: hook=%d event=%s status=%s detail=%s",
                    ended.hookId(), ended.type().type(), ended.responseStatus(), ended.detail());
        }
    }

    /** A hook's own thread. */
    private final class Worker implements Runnable {

        private final BlockingQueue<Delivery> queue = new LinkedBlockingQueue<>();
        private Thread thread;

        @Override
        public void run() {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    deliver(queue.take());
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
