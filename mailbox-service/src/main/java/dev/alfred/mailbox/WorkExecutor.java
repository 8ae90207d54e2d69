package dev.alfred.mailbox;

import java.util.concurrent.Executor;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.context.ManagedExecutor;
import org.eclipse.microprofile.context.ThreadContext;

/** Threads for the workers, which take nothing along from whoever woke them: no transaction, no request. */
@ApplicationScoped
public class WorkExecutor implements Executor {
    private final ManagedExecutor executor = ManagedExecutor.builder()
            .propagated()
            .cleared(ThreadContext.ALL_REMAINING)
            .build();

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    @PreDestroy
    void stop() {
        executor.shutdown();
    }
}
