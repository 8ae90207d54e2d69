package dev.alfred.orchestrator.launch.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.github.tomakehurst.wiremock.extension.ResponseTransformerV2;
import com.github.tomakehurst.wiremock.http.QueryParameter;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;

/** Containers' logs as a kubelet serves them: with times where asked for, and from a time on. */
final class ContainerLogs implements ResponseTransformerV2 {
    private final Map<String, List<Line>> containers = new TreeMap<>();
    private boolean broken;
    private int served;

    private record Line(Instant time, String text) {}

    synchronized void add(String container, Instant time, String text) {
        containers.computeIfAbsent(container, name -> new ArrayList<>()).add(new Line(time, text));
    }

    /** All but the last lines are in another file by now, which no kubelet serves. */
    synchronized void rotate(String container, int kept) {
        List<Line> lines = containers.get(container);
        lines.subList(0, lines.size() - kept).clear();
    }

    synchronized void broken(boolean now) {
        broken = now;
    }

    /** The size of the answer before, in bytes. */
    synchronized int served() {
        return served;
    }

    @Override
    public synchronized Response transform(Response response, ServeEvent event) {
        Request request = event.getRequest();
        if (broken) {
            return Response.Builder.like(response)
                    .but()
                    .status(500)
                    .body("the disk is slow")
                    .build();
        }
        String path = request.getUrl().replaceFirst("\\?.*", "");
        StringBuilder log = new StringBuilder();
        for (Line line : containers.getOrDefault(path.substring(path.lastIndexOf('/') + 1), List.of())) {
            if (!parameter(request, "sinceTime").isPresent()
                    || !line.time()
                            .isBefore(Instant.parse(
                                    parameter(request, "sinceTime").firstValue()))) {
                log.append(parameter(request, "timestamps").isPresent() ? line.time() + " " : "")
                        .append(line.text());
            }
        }
        byte[] body = log.toString().getBytes(StandardCharsets.UTF_8);
        if (parameter(request, "limitBytes").isPresent()) {
            int most = Integer.parseInt(parameter(request, "limitBytes").firstValue());
            body = Arrays.copyOf(body, Math.min(body.length, most));
        }
        served = body.length;
        return Response.Builder.like(response).but().body(body).build();
    }

    private static QueryParameter parameter(Request request, String name) {
        return request.queryParameter(name);
    }

    @Override
    public boolean applyGlobally() {
        return true;
    }

    @Override
    public String getName() {
        return "container-logs";
    }
}
