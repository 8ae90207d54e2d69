package dev.alfred.orchestrator.launch.kubernetes;

import java.net.HttpURLConnection;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jboss.logging.Logger;

/**
 * What a refused request means for a launch. The API server tells most of what forbids a pod by one status (403) and a
 * sentence of its admission plugins, which has kept its words since long before 1.20.
 */
final class ApiRefusal {
    private static final Logger LOG = Logger.getLogger(ApiRefusal.class);
    private static final int UNPROCESSABLE = 422;
    private static final String FORBIDDEN = "launch_forbidden";
    private static final Map<String, String> REASONS = reasons();

    private ApiRefusal() {}

    /** What is forbidden now may be allowed later, by somebody's room or by an operator's hand. */
    static LaunchOutcome of(KubernetesClientException e) {
        String told = e.getStatus() == null || e.getStatus().getMessage() == null
                ? "status " + e.getCode()
                : e.getStatus().getMessage();
        return switch (e.getCode()) {
            case HttpURLConnection.HTTP_FORBIDDEN -> new LaunchOutcome.NotNow(reason(told), told);
            case HttpURLConnection.HTTP_NOT_FOUND -> new LaunchOutcome.NotNow("namespace_missing", told);
            case UNPROCESSABLE, HttpURLConnection.HTTP_BAD_REQUEST -> {
                LOG.warn("The API server refuses a runner pod as invalid: the run fails", e);
                yield new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, told);
            }
            default -> {
                LOG.warn("A runner pod can't be made now: it will be tried again", e);
                yield new LaunchOutcome.Unreachable(
                        e.getCode() == 0 ? "the API server does not answer" : "the API server answers " + e.getCode());
            }
        };
    }

    private static String reason(String told) {
        return REASONS.entrySet().stream()
                .filter(known -> told.contains(known.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(FORBIDDEN);
    }

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put("exceeded quota", "quota");
        reasons.put("failed quota", "quota");
        reasons.put("no PriorityClass with name", "priority_class_missing");
        reasons.put("RuntimeClass \"", "runtime_class_missing");
        reasons.put("violates PodSecurity", "pod_security");
        reasons.put("because it is being terminated", "namespace_terminating");
        return reasons;
    }
}
