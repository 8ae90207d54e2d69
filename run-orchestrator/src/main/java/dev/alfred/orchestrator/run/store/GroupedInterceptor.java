package dev.alfred.orchestrator.run.store;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import dev.alfred.orchestrator.run.model.Run;

/** Has what is {@link Grouped} done together, from before its transaction begins. */
@Grouped(Grouped.Kind.READS)
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 50)
class GroupedInterceptor {
    private final RunGroups groups;

    GroupedInterceptor(RunGroups groups) {
        this.groups = groups;
    }

    @AroundInvoke
    Object together(InvocationContext call) {
        Grouped.Kind kind = call.getInterceptorBinding(Grouped.class).value();
        Object key = call.getParameters()[0] instanceof Run.Held held ? held.run() : new Object();
        return groups.of(kind).call(key, () -> proceed(call));
    }

    private static Object proceed(InvocationContext call) {
        try {
            return call.proceed();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("grouped methods declare no exceptions", e);
        }
    }
}
