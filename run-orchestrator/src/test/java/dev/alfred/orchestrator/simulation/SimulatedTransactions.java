package dev.alfred.orchestrator.simulation;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;

/** Stands around each transaction, where a simulation lets time pass and things go wrong. */
@Interceptor
@Transactional
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 100)
public class SimulatedTransactions {
    private static volatile Edges edges;

    @Inject
    UserTransaction transaction;

    /** What may go wrong. */
    interface Edges {
        /** Throws where nothing of the transaction comes to pass. */
        void before();

        /** Throws where the transaction is committed and nobody hears of it. */
        void after();
    }

    /** The database is away, or its answer is. */
    static final class Outage extends RuntimeException {
        private static final long serialVersionUID = 1;

        Outage(String what) {
            super(what);
        }
    }

    static void standBy(Edges present) {
        edges = present;
    }

    @AroundInvoke
    Object around(InvocationContext call) throws Exception {
        Edges present = edges;
        if (present == null || within()) {
            return call.proceed();
        }
        present.before();
        Object result = call.proceed();
        present.after();
        return result;
    }

    private boolean within() throws SystemException {
        return transaction.getStatus() != Status.STATUS_NO_TRANSACTION;
    }
}
