package dev.alfred.sessions.state.volume;

import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.state.StateUnusable;
import dev.alfred.sessions.state.model.Claim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimList;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;

/** Makes and deletes claims, and touches none that doesn't carry Alfred's labels and the mailbox's name. */
@ApplicationScoped
class ClaimApi {
    private static final Map<String, String> ALFREDS =
            Map.of("app.kubernetes.io/managed-by", "alfred", "app.kubernetes.io/name", "alfred-session-state");
    private static final String MAILBOX = "alfred.dev/mailbox";

    private final SessionsConfig.Kubernetes config;
    /** Asked for a client only when there is something to do: without a cluster there is none to make. */
    private final Supplier<KubernetesClient> client;

    @Inject
    ClaimApi(SessionsConfig config, Instance<KubernetesClient> client) {
        this(config.kubernetes(), client::get);
    }

    ClaimApi(SessionsConfig.Kubernetes config, Supplier<KubernetesClient> client) {
        this.config = config;
        this.client = client;
    }

    /** What became of a claim that was to go. */
    enum Deletion {
        /** Kubernetes has taken the order; while a pod mounts the claim it waits for the pod's end. */
        DELETED,
        NOTHING_THERE,
        NOT_ALFREDS
    }

    boolean enabled() {
        return config.enabled();
    }

    /** Makes the claim where it is missing. */
    void provide(Claim claim) {
        try {
            PersistentVolumeClaim found = claims().withName(claim.name()).get();
            check(claim, found == null ? made(claim) : found);
        } catch (KubernetesClientException e) {
            throw new StateUnusable(refusal(claim, e), e);
        }
    }

    private PersistentVolumeClaim made(Claim claim) {
        try {
            return claims().resource(planned(claim)).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
            PersistentVolumeClaim found = claims().withName(claim.name()).get();
            if (found == null) {
                throw e;
            }
            return found;
        }
    }

    private void check(Claim claim, PersistentVolumeClaim found) {
        if (!isAlfreds(claim, found)) {
            throw new StateUnusable(
                    "the claim %s is there and isn't Alfred's; delete or rename it".formatted(claim.name()));
        }
        if (found.getMetadata().getDeletionTimestamp() != null) {
            throw new StateUnusable("the claim %s is being deleted by somebody else; a new one is made once it is gone"
                    .formatted(claim.name()));
        }
    }

    Deletion delete(Claim claim) {
        PersistentVolumeClaim found = claims().withName(claim.name()).get();
        if (found == null) {
            return Deletion.NOTHING_THERE;
        }
        if (!isAlfreds(claim, found)) {
            return Deletion.NOT_ALFREDS;
        }
        claims().withName(claim.name()).delete();
        return Deletion.DELETED;
    }

    /** Names of all claims that carry Alfred's labels and aren't on their way out. */
    List<String> names() {
        return claims().withLabels(ALFREDS).list().getItems().stream()
                .filter(claim -> claim.getMetadata().getDeletionTimestamp() == null)
                .map(claim -> claim.getMetadata().getName())
                .toList();
    }

    private PersistentVolumeClaim planned(Claim claim) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(claim.name())
                .withLabels(ALFREDS)
                .addToLabels(MAILBOX, claim.mailbox().kubernetesLabel())
                .withAnnotations(Map.of(MAILBOX, claim.mailbox().value()))
                .endMetadata()
                .withNewSpec()
                .withAccessModes(config.accessMode())
                .withStorageClassName(config.storageClass().orElse(null))
                .withNewResources()
                .withRequests(Map.of("storage", new Quantity(config.size())))
                .endResources()
                .endSpec()
                .build();
    }

    private static boolean isAlfreds(Claim claim, PersistentVolumeClaim found) {
        Map<String, String> labels = found.getMetadata().getLabels();
        Map<String, String> annotations = found.getMetadata().getAnnotations();
        return labels != null
                && labels.entrySet().containsAll(ALFREDS.entrySet())
                && annotations != null
                && claim.mailbox().value().equals(annotations.get(MAILBOX));
    }

    private String refusal(Claim claim, KubernetesClientException e) {
        return e.getCode() == HttpURLConnection.HTTP_FORBIDDEN
                ? "session-store may not make claims in namespace %s; bind it a Role with get, list, create and delete of persistentvolumeclaims, and look at the namespace's quota (%s)"
                        .formatted(config.namespace(), words(e))
                : "the claim %s can't be made now: %s".formatted(claim.name(), words(e));
    }

    /** Whether nobody, or nobody fit for work, answers at the API server's address. */
    static boolean away(KubernetesClientException e) {
        return e.getCode() < HttpURLConnection.HTTP_BAD_REQUEST || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
    }

    /** What the API server answered, in its own words where it had any. */
    static String words(KubernetesClientException e) {
        if (e.getCode() <= 0) {
            return "the Kubernetes API server can't be reached";
        }
        String own = e.getStatus() == null ? null : e.getStatus().getMessage();
        return "the Kubernetes API server answers " + e.getCode() + (own == null ? "" : ", " + own);
    }

    private NonNamespaceOperation<PersistentVolumeClaim, PersistentVolumeClaimList, Resource<PersistentVolumeClaim>>
            claims() {
        return client.get().persistentVolumeClaims().inNamespace(config.namespace());
    }
}
