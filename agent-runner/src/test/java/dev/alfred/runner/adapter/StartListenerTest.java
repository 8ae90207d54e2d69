package dev.alfred.runner.adapter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.claude.ClaudeCode;
import dev.alfred.runner.process.ChildEnd;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StartListenerTest {
    private static final Usage USED = new Usage(189, 14, 40, null);

    @Test
    void countsWhatIsKnownOnlyOnceTheProcessHasEnded() {
        List<RunnerLine> lines = new ArrayList<>();
        StartListener listener = new StartListener(
                new ClaudeCode(), new ToldAtTheEnd(), Optional.empty(), null, Usage.NOTHING, 0, lines::add);

        AgentEnd end = listener.end(new ChildEnd(137, Optional.empty(), "", 0));

        assertThat(end.usage()).isEqualTo(USED);
        assertThat(lines).contains(new RunnerLine.Used(USED));
    }

    private static final class ToldAtTheEnd implements AgentStream {
        @Override
        public List<AgentEvent> read(byte[] line) {
            return List.of();
        }

        @Override
        public List<AgentEvent> ended() {
            return List.of(new AgentEvent.Used(USED));
        }
    }
}
