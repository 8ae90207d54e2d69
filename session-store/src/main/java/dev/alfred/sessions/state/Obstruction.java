package dev.alfred.sessions.state;

import dev.alfred.contracts.vocabulary.Wire;

/** Why what lies in a state's place can't be given to a worker, who could neither use it nor clear it away. */
public enum Obstruction implements Wire {
    /** A link, a file, a pipe, a socket or a device. */
    NOT_A_DIRECTORY,
    /** It, or something in it, belongs to neither the worker nor, for the directory itself, the service. */
    FOREIGN_OWNER,
    TOO_MANY_ENTRIES,
    TOO_DEEP
}
