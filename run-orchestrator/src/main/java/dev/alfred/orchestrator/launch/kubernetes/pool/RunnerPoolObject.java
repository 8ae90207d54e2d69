package dev.alfred.orchestrator.launch.kubernetes.pool;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** The custom resource {@code RunnerPool}; its schema is {@code deploy/kubernetes/base/runnerpools.yaml}. */
@Group("alfred.dev")
@Version("v1")
@Kind("RunnerPool")
@Plural("runnerpools")
public class RunnerPoolObject extends CustomResource<PoolSpec, PoolStatus> implements Namespaced {
    @Override
    protected PoolSpec initSpec() {
        return null;
    }

    @Override
    protected PoolStatus initStatus() {
        return null;
    }
}
