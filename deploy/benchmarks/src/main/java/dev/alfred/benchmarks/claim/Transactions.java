package dev.alfred.benchmarks.claim;

import java.util.concurrent.Callable;

import jakarta.transaction.TransactionManager;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.narayana.NarayanaTransactionIntegration;

/** Transactions as the services have them, in place of the annotation that nobody reads here. */
final class Transactions {
    private final TransactionManager manager;

    Transactions() {
        // One database is all that takes part: there is nothing to recover, and nothing to be kept on disk for that.
        volatileStore(BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class));
        volatileStore(BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, "communicationStore"));
        volatileStore(BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, "stateStore"));
        manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    private static void volatileStore(ObjectStoreEnvironmentBean store) {
        store.setObjectStoreType(VolatileStore.class.getName());
    }

    /** What makes a pool's connections take part. */
    TransactionIntegration integration() {
        return new NarayanaTransactionIntegration(manager, new TransactionSynchronizationRegistryImple());
    }

    <T> T call(Callable<T> work) throws Exception {
        manager.begin();
        T result;
        try {
            result = work.call();
        } catch (Exception e) {
            manager.rollback();
            throw e;
        }
        manager.commit();
        return result;
    }
}
