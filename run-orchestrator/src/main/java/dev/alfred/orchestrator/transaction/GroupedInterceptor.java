package dev.alfred.orchestrator.transaction;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Has what is {@link Grouped} done together, from before its transaction begins. */
@Grouped(Grouped.Kind.READS)
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 50)
class GroupedInterceptor {
    private final StepGroups groups;

    GroupedInterceptor(StepGroups groups) {
        this.groups = groups;
    }

    @AroundInvoke
    Object together(InvocationContext call) {
        Grouped.Kind kind = call.getInterceptorBinding(Grouped.class).value();
        return groups.call(kind, call.getParameters()[0], () -> proceed(call));
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
