package dev.alfred.runner.adapter;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.SessionIdFormat;
import dev.alfred.runner.process.ChildCommand;

/** All that is particular to one agent's CLI. */
public interface AgentCli {
    AdapterId id();

    LlmCapabilities capabilities(AgentVersion version);

    /** What the ids of this CLI's sessions look like. */
    SessionIdFormat sessionIds();

    /** Whether a fresh session gets the id that was chosen for it; else the CLI makes one up and tells it. */
    default boolean takesSessionId() {
        return id().takesSessionId();
    }

    /** Files below the home that the CLI reads at this start, by relative path. */
    default Map<String, String> homeFiles(AgentPlace place, AgentStart start) {
        return Map.of();
    }

    /** The prompt goes to standard input or into a file, never on the command line, where one argument holds 128 KiB. */
    ChildCommand command(AgentPlace place, AgentStart start);

    /** Made before the start whose events it is to read. */
    AgentStream stream(AgentPlace place);

    SessionFiles sessions(Path stateDirectory);

    /**
     * Why the CLI refused to resume, in its own fixed words, before any turn. What a model or a tool wrote never
     * counts.
     */
    Optional<ResumeFallback> resumeFailure(AgentVersion version, String asked, AgentEnd end);

    ModelFailure modelFailure(AgentEnd end);

    /** Whether the CLI's own cap on money or turns ended it. */
    boolean budgetExhausted(AgentEnd end);

    /** Whether this version counts cost over the whole session, resumed parts included. */
    boolean costIsCumulative(AgentVersion version);
}
