package dev.alfred.runner.adapter;

import java.util.List;

/** Reads one start's event stream, line by line. */
public interface AgentStream {
    /** What the line says; nothing for a line that can't be read. */
    List<AgentEvent> read(byte[] line);

    /** What is to be added once the process has ended, such as what the CLI told elsewhere. */
    default List<AgentEvent> ended() {
        return List.of();
    }
}
