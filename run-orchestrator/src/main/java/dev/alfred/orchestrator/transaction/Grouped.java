package dev.alfred.orchestrator.transaction;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;

/**
 * Transactions that share one with others of the moment (docs/adr/0068). The method is {@code @Transactional} too, may be run
 * a second time after a rollback, and does nothing that outlives one. One whose first parameter is a
 * {@link dev.alfred.orchestrator.run.model.Run.Held} finds that run and its present attempt loaded.
 */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Grouped {
    /** What the methods do: those that only read wait for no lock and take none. */
    @Nonbinding
    Kind value();

    /** Which methods share transactions. */
    enum Kind {
        READS,
        WRITES
    }
}
