package dev.alfred.orchestrator.launch.kubernetes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.kubernetes.pool.PodResources;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;

/**
 * Turns an order into its pod: two init containers and a main one of one image, each with its own credentials; and where
 * mirrors are kept, one between them that fills the mirror and has no credential.
 */
record RunnerPod(KubernetesConfig config) {
    private static final String WORKSPACE = "workspace";
    private static final String HOME = "home";
    private static final String TMP = "tmp";
    private static final String STATE = "state";

    /** @param mark part of the names of the Secrets that this pod waits for, and of no other pod's */
    Pod of(LaunchOrder order, PoolSpec pool, MirrorVolume mirror, String mark) {
        String name = PodNames.pod(order.spec().run(), order.spec().attempt());
        Map<String, String> labels = new HashMap<>(PodNames.labels(order));
        pool.queue().or(config::queue).ifPresent(queue -> labels.put("kueue.x-k8s.io/queue-name", queue));
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(config.namespace())
                .withLabels(labels)
                .withAnnotations(annotations(order, mirror))
                .withFinalizers(PodNames.FINALIZER)
                .endMetadata()
                .withSpec(spec(order, pool, mirror, name, mark))
                .build();
    }

    private static Map<String, String> annotations(LaunchOrder order, MirrorVolume mirror) {
        Map<String, String> annotations = new HashMap<>();
        annotations.put(PodNames.MAILBOX, order.spec().mailbox().value());
        if (mirror instanceof MirrorVolume.Unusable(String why)) {
            annotations.put(PodNames.WITHOUT_MIRROR, why);
        }
        return annotations;
    }

    private PodSpec spec(LaunchOrder order, PoolSpec pool, MirrorVolume mirror, String name, String mark) {
        List<Container> init = new ArrayList<>(List.of(stage(Stage.PREPARE, order, pool)));
        List<Volume> volumes = new ArrayList<>(volumes(order, name, mark));
        if (mirror instanceof MirrorVolume.Mounted mounted) {
            init.getFirst().getVolumeMounts().add(mounted.mount(true));
            init.add(keep(order, pool, mounted));
            volumes.add(mounted.volume());
        }
        init.add(stage(Stage.RUN, order, pool));
        return hardened(pool)
                .withActiveDeadlineSeconds(order.deadline().toSeconds())
                .withInitContainers(init)
                .withContainers(stage(Stage.PUBLISH, order, pool))
                .withVolumes(volumes)
                .build();
    }

    /** The only one that can write the mirror, of what it can't write itself. */
    private Container keep(LaunchOrder order, PoolSpec pool, MirrorVolume.Mounted mirror) {
        return container(RunnerPaths.KEEP, image(order))
                .withVolumeMounts(
                        PodVolumes.readOnly(WORKSPACE, RunnerPaths.WORKSPACE),
                        PodVolumes.mount(TMP, "/tmp"),
                        PodVolumes.handover(Stage.PREPARE, RunnerPaths.PREPARED, true),
                        mirror.mount(false))
                .withResources(resources(order.resources(), pool))
                .build();
    }

    private String image(LaunchOrder order) {
        return order.image() == null ? config.image() : order.image();
    }

    /**
     * A pod that only looks for the image's agents: no volume but scratch space, no credential. It lands where the pool's
     * runners do, since an image may be had, or run, on their nodes alone.
     */
    Pod detection(String name, String image, PoolSpec pool) {
        Container detect = container("detect", image == null ? config.image() : image)
                .withVolumeMounts(PodVolumes.mount(TMP, "/tmp"), PodVolumes.mount(HOME, RunnerPaths.HOME))
                .withResources(resources(LaunchOrder.Resources.UNLIMITED, pool))
                .build();
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(config.namespace())
                .withLabels(Map.of(PodNames.NAME, PodNames.DETECTION, PodNames.MANAGED_BY, PodNames.ALFRED))
                .endMetadata()
                .withSpec(hardened(pool)
                        .withActiveDeadlineSeconds(120L)
                        .withContainers(detect)
                        .withVolumes(PodVolumes.memory(HOME, config.homeLimit()), PodVolumes.scratch(TMP))
                        .build())
                .build();
    }

    private PodSpecBuilder hardened(PoolSpec pool) {
        Map<String, String> nodes = pool.nodeSelector().isEmpty() ? config.nodeSelector() : pool.nodeSelector();
        return new PodSpecBuilder()
                .withRestartPolicy("Never")
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withNodeSelector(nodes.isEmpty() ? null : nodes)
                .withTolerations(pool.tolerations())
                .withPriorityClassName(
                        pool.priorityClass().or(config::priorityClass).orElse(null))
                .withRuntimeClassName(
                        pool.runtimeClass().or(config::runtimeClass).orElse(null))
                .withImagePullSecrets(config.imagePullSecrets().orElse(List.of()).stream()
                        .map(LocalObjectReference::new)
                        .toList())
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(config.workerId())
                .withRunAsGroup(config.workerId())
                .withFsGroup(config.workerId())
                .withFsGroupChangePolicy("OnRootMismatch")
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext();
    }

    private ContainerBuilder container(String stage, String image) {
        List<String> command = new ArrayList<>(config.program());
        command.add(stage);
        return new ContainerBuilder()
                .withName(stage)
                .withImage(image)
                .withImagePullPolicy(config.imagePullPolicy())
                .withCommand(command)
                .withWorkingDir("/tmp")
                .withEnv(environment())
                .withSecurityContext(confined())
                .withTerminationMessagePath(RunnerPaths.TERMINATION)
                .withTerminationMessagePolicy("File");
    }

    private Container stage(Stage stage, LaunchOrder order, PoolSpec pool) {
        return container(stage.wire(), image(order))
                .withVolumeMounts(mounts(stage, order))
                .withResources(resources(order.resources(), pool))
                .build();
    }

    private List<EnvVar> environment() {
        List<EnvVar> variables = new ArrayList<>(List.of(
                new EnvVar("HOME", RunnerPaths.HOME, null),
                new EnvVar("LANG", "C.UTF-8", null),
                new EnvVar("TMPDIR", "/tmp", null)));
        config.egressProxy().ifPresent(proxy -> {
            variables.add(new EnvVar("HTTP_PROXY", proxy, null));
            variables.add(new EnvVar("HTTPS_PROXY", proxy, null));
        });
        return variables;
    }

    private static SecurityContext confined() {
        return new SecurityContextBuilder()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .build();
    }

    private ResourceRequirements resources(LaunchOrder.Resources ordered, PoolSpec pool) {
        ResourceRequirements resources = PodResources.of(
                pool.resources(),
                Map.of("cpu", new Quantity(config.cpuRequest()), "memory", new Quantity(config.memoryRequest())),
                Map.of("cpu", new Quantity(config.cpuLimit()), "memory", new Quantity(config.memoryLimit())));
        Map<String, Quantity> limits = new HashMap<>(resources.getLimits());
        if (ordered.cpu() != null) {
            limits.put("cpu", new Quantity(ordered.cpu()));
        }
        if (ordered.memoryBytes() != null) {
            limits.put("memory", new Quantity(ordered.memoryBytes().toString()));
        }
        resources.setLimits(limits);
        return resources;
    }

    private static List<VolumeMount> mounts(Stage stage, LaunchOrder order) {
        List<VolumeMount> mounts = new ArrayList<>(List.of(
                PodVolumes.mount(WORKSPACE, RunnerPaths.WORKSPACE),
                PodVolumes.mount(TMP, "/tmp"),
                PodVolumes.readOnly(PodNames.INPUT, RunnerPaths.INPUT)));
        mounts.add(PodVolumes.mount(HOME, RunnerPaths.HOME));
        mounts.add(PodVolumes.readOnly(
                stage.wire(), stage == Stage.RUN ? RunnerPaths.PROVIDER_CREDENTIALS : RunnerPaths.FORGE_CREDENTIALS));
        mounts.addAll(
                switch (stage) {
                    case PREPARE -> List.of(PodVolumes.handover(Stage.PREPARE, RunnerPaths.PREPARED, false));
                    case RUN ->
                        List.of(
                                PodVolumes.handover(Stage.PREPARE, RunnerPaths.PREPARED, true),
                                PodVolumes.handover(Stage.RUN, RunnerPaths.RAN, false));
                    case PUBLISH ->
                        List.of(
                                PodVolumes.handover(Stage.PREPARE, RunnerPaths.PREPARED, true),
                                PodVolumes.handover(Stage.RUN, RunnerPaths.RAN, true));
                });
        if (order.state() instanceof StateLocation.Claim(String ignored, String subPath)) {
            switch (stage) {
                case PREPARE -> mounts.add(state(subPath, RunnerPaths.STATE));
                case RUN ->
                    mounts.add(state(subPath, order.spec().session().statePath().value()));
                case PUBLISH -> {}
            }
        }
        if (stage == Stage.RUN) {
            for (int i = 0; i < order.mounts().size(); i++) {
                mounts.add(
                        PodVolumes.readOnly("mount-" + i, order.mounts().get(i).target()));
            }
        }
        return mounts;
    }

    private static VolumeMount state(String subPath, String path) {
        return new VolumeMountBuilder(PodVolumes.mount(STATE, path))
                .withSubPath(subPath)
                .build();
    }

    private List<Volume> volumes(LaunchOrder order, String name, String mark) {
        List<Volume> volumes = new ArrayList<>(List.of(
                new VolumeBuilder()
                        .withName(WORKSPACE)
                        .withNewEmptyDir()
                        .withSizeLimit(new Quantity(config.workspaceLimit()))
                        .endEmptyDir()
                        .build(),
                PodVolumes.memory(HOME, config.homeLimit()),
                PodVolumes.scratch(TMP),
                PodVolumes.scratch(PodVolumes.HANDOVER)));
        for (String volume : PodNames.secretVolumes()) {
            volumes.add(PodVolumes.secret(volume, PodNames.secret(name, mark, volume)));
        }
        for (int i = 0; i < order.mounts().size(); i++) {
            volumes.add(PodVolumes.secret("mount-" + i, order.mounts().get(i).source()));
        }
        if (order.state() instanceof StateLocation.Claim(String claim, String ignored)) {
            volumes.add(new VolumeBuilder()
                    .withName(STATE)
                    .withNewPersistentVolumeClaim(claim, false)
                    .build());
        }
        return volumes;
    }
}
