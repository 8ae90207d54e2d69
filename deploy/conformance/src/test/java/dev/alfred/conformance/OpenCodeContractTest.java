package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.opencode.OpenCode;

/** All sessions lie in one database, so that damage to one is damage to all. */
class OpenCodeContractTest extends AgentContract {
    @Override
    protected Optional<AgentUnderTest> installed() throws IOException {
        return AgentUnderTest.installed(new OpenCode(), ModelProtocol.OPENAI_CHAT, "OPENAI_API_KEY", "scripted-model");
    }

    @Override
    protected Path sessionFile(Path state, String id) {
        return state.resolve("opencode.db");
    }

    @Override
    protected String madeUpId() {
        return "ses_" + UUID.randomUUID().toString().replace("-", "").substring(0, 26);
    }

    /** A past in other words is gone on with as if it were the true one. */
    @Override
    protected String sabotageThatLosesHistory() {
        return "sed -i 's/MARK-/LOST-/g' \"$STATE/opencode.db\"";
    }

    /** It prints nothing before the model's first answer, and starts slowly. */
    @Override
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Most of the database's bytes belong to no message of the session. */
    @Override
    protected HostileState.Outcome outcome(HostileState kind) {
        return switch (kind) {
            case GARBAGE_IN_THE_MIDDLE, ONE_BYTE_CHANGED, LAST_BYTES_CUT -> HostileState.Outcome.ANY;
            case ANOTHER_SESSIONS_FILE -> HostileState.Outcome.RESUMED;
            default -> super.outcome(kind);
        };
    }
}
