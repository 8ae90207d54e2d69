package dev.alfred.runner.adapter.grok;

import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;

/** Reports as the stream reads them from the CLI's last line. */
final class Reports {
    private Reports() {}

    static AgentReport of(String subtype, String error, int turns, String session) {
        ObjectNode line = ContractJson.mapper().createObjectNode();
        line.put("type", "result").put("subtype", subtype).put("is_error", error != null);
        line.put("num_turns", turns).put("session_id", session).put("total_cost_usd", 0.0);
        if (error != null) {
            line.putArray("errors").add(error);
        }
        return new GrokStream()
                .read(line.toString().getBytes(StandardCharsets.UTF_8)).stream()
                        .filter(AgentEvent.Finished.class::isInstance)
                        .map(event -> ((AgentEvent.Finished) event).report())
                        .findFirst()
                        .orElseThrow();
    }
}
