package dev.alfred.contracts.vocabulary;

/** How the agent itself says that its work ended, in the file that the prompt names. */
public enum AgentOutcome implements Wire {
    DONE,
    QUESTION,
    NOTHING_TO_DO
}
