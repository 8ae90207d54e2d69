package dev.alfred.runner.adapter;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.adapter.claude.ClaudeCode;
import dev.alfred.runner.adapter.grok.GrokBuild;
import dev.alfred.runner.adapter.opencode.OpenCode;
import dev.alfred.runner.process.ChildEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class StartListenerTest {
    private static final Usage USED = new Usage(189, 14, 40, null);

    @Test
    void countsNothingThatNoRunCanHaveUsed() {
        List<RunnerLine> lines = new ArrayList<>();
        List<String> told = List.of(
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":-5}}}",
                "{\"type\":\"result\",\"result\":\"done\",\"total_cost_usd\":1e999999999,\"usage\":"
                        + "{\"input_tokens\":9223372036854775807,\"cache_creation_input_tokens\":9}}");
        AgentStream claude = new ClaudeCode().stream(null);
        List<AgentEvent> events = told.stream()
                .flatMap(line -> claude.read(line.getBytes(StandardCharsets.UTF_8)).stream())
                .toList();
        StartListener listener = new StartListener(
                new ClaudeCode(),
                new ToldAtTheEnd(events),
                Optional.empty(),
                null,
                Usage.NOTHING,
                Budget.NONE,
                lines::add);

        AgentEnd end = listener.end(new ChildEnd(0, Optional.empty(), "", 0));

        assertThat(end.usage()).isEqualTo(Usage.NOTHING);
        assertThat(end.report().text()).isEqualTo("done");
        assertThat(end.report().totalCostUsd()).isNull();
        assertThat(lines).noneMatch(RunnerLine.Used.class::isInstance);
    }

    static Stream<Arguments> oneAbsurdCountAmongOthers() {
        String claudes =
                "{\"type\":\"assistant\",\"message\":{\"id\":\"%s\",\"content\":[],\"usage\":{\"input_tokens\":%s,\"output_tokens\":%s}}}";
        String openCodes =
                "{\"type\":\"step_finish\",\"part\":{\"id\":\"%s\",\"tokens\":{\"input\":%s,\"output\":%s}}}";
        return Stream.of("-1000000", "9e300", "9223372036854775807")
                .flatMap(absurd -> Stream.of(
                        arguments(new ClaudeCode(), claudes, absurd),
                        arguments(new GrokBuild(), claudes, absurd),
                        arguments(new OpenCode(), openCodes, absurd)));
    }

    @ParameterizedTest
    @MethodSource
    void oneAbsurdCountAmongOthers(AgentCli cli, String line, String absurd) {
        List<RunnerLine> lines = new ArrayList<>();
        AgentStream stream = cli.stream(null);
        List<AgentEvent> events = Stream.of(
                        line.formatted("a", "100", "1"),
                        line.formatted("b", absurd, "1"),
                        line.formatted("c", "200", "2"))
                .flatMap(told -> stream.read(told.getBytes(StandardCharsets.UTF_8)).stream())
                .toList();

        AgentEnd end = new StartListener(
                        cli, new ToldAtTheEnd(events), Optional.empty(), null, Usage.NOTHING, Budget.NONE, lines::add)
                .end(new ChildEnd(0, Optional.empty(), "", 0));

        assertThat(end.usage()).as("of the others").isEqualTo(new Usage(300, 0, 3, null));
        assertThat(lines)
                .contains(new RunnerLine.Log(Stage.RUN, "warn", "the CLI tells tokens that no run can have used"))
                .endsWith(new RunnerLine.Used(new Usage(300, 0, 3, null)));
    }

    @Test
    void countsWhatIsKnownOnlyOnceTheProcessHasEnded() {
        List<RunnerLine> lines = new ArrayList<>();
        StartListener listener = new StartListener(
                new ClaudeCode(),
                new ToldAtTheEnd(List.of(new AgentEvent.Used(USED))),
                Optional.empty(),
                null,
                Usage.NOTHING,
                Budget.NONE,
                lines::add);

        AgentEnd end = listener.end(new ChildEnd(137, Optional.empty(), "", 0));

        assertThat(end.usage()).isEqualTo(USED);
        assertThat(lines).contains(new RunnerLine.Used(USED));
    }

    private record ToldAtTheEnd(List<AgentEvent> ended) implements AgentStream {
        @Override
        public List<AgentEvent> read(byte[] line) {
            return List.of();
        }
    }
}
