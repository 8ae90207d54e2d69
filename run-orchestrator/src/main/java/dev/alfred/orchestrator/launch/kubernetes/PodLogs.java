package dev.alfred.orchestrator.launch.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Observation.LogLines;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jboss.logging.Logger;

/** Reads the stages' logs as one, in the stages' order; a stage's lines are counted once it has ended. */
final class PodLogs {
    private static final Logger LOG = Logger.getLogger(PodLogs.class);
    private static final int MOST_LINES = 2_000;

    private final KubernetesClient client;
    private final int limit;
    private final Map<String, Long> counted = new ConcurrentHashMap<>();

    PodLogs(KubernetesClient client, int limit) {
        this.client = client;
        this.limit = limit;
    }

    LogLines read(Pod pod, PodReading reading, long from) {
        List<Stage> begun = reading.begun();
        List<LogLines.Line> taken = new ArrayList<>();
        long line = 0;
        for (int i = 0; i < begun.size(); i++) {
            String key = pod.getMetadata().getUid() + "/" + begun.get(i).wire();
            Long known = counted.get(key);
            if (known != null && line + known <= from) {
                line += known;
                continue;
            }
            boolean mayGrow = i == begun.size() - 1;
            List<String> lines = lines(pod, begun.get(i), mayGrow);
            if (lines == null) {
                break;
            }
            for (String text : lines) {
                if (line++ >= from) {
                    if (taken.size() == MOST_LINES) {
                        return new LogLines(taken, from + MOST_LINES, true);
                    }
                    taken.add(new LogLines.Line(begun.get(i), text));
                }
            }
            if (!mayGrow) {
                counted.put(key, (long) lines.size());
            }
        }
        return new LogLines(taken, from + taken.size(), false);
    }

    void forget(Pod pod) {
        counted.keySet().removeIf(key -> key.startsWith(pod.getMetadata().getUid() + "/"));
    }

    /** The whole lines by now; null when the log can't be read now. */
    private List<String> lines(Pod pod, Stage stage, boolean mayGrow) {
        try {
            String text = client.pods()
                    .inNamespace(pod.getMetadata().getNamespace())
                    .withName(pod.getMetadata().getName())
                    .inContainer(stage.wire())
                    .limitBytes(limit)
                    .getLog();
            List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
            String last = lines.removeLast();
            if (!mayGrow && !last.isEmpty()) {
                lines.add(last);
            }
            return lines;
        } catch (KubernetesClientException e) {
            LOG.debugf(e, "a stage's log can't be read now: the next look tries again");
            return null;
        }
    }
}
