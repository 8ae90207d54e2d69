package dev.alfred.runner.adapter;

import java.nio.file.Path;
import java.util.Optional;

import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.runner.process.ChildCommand;

/** All that is particular to one agent's CLI. */
public interface AgentCli {
    AdapterId id();

    LlmCapabilities capabilities(AgentVersion version);

    /** Whether that is an id of this CLI's sessions and nothing else. */
    boolean validSessionId(String id);

    ChildCommand command(AgentPlace place, AgentStart start);

    AgentStream stream();

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
