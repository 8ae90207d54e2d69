package dev.alfred.runner.adapter.grok;

import java.io.IOException;
import java.util.Set;

import dev.alfred.runner.adapter.session.JsonFields;
import dev.alfred.runner.adapter.session.RecordReader;
import dev.alfred.runner.adapter.session.SessionRecord;
import dev.alfred.runner.adapter.session.SessionRecord.Speaker;

/** What Grok Build writes into a session's three logs, as 1.0.41 does. */
final class GrokLogs {
    private GrokLogs() {}

    /** {@code chat_history.jsonl}: the messages as the model gets them. They name no session. */
    static final class Messages implements RecordReader {
        private static final Set<String> FIELDS = Set.of("/type", "/synthetic_reason");

        @Override
        public SessionRecord read(byte[] line) throws IOException {
            JsonFields fields = JsonFields.of(line, FIELDS);
            Speaker speaker = switch (required(fields.text("/type"))) {
                case "user" -> fields.text("/synthetic_reason") == null ? Speaker.USER : Speaker.NOBODY;
                case "assistant" -> Speaker.MODEL;
                default -> Speaker.NOBODY;
            };
            return record(null, speaker);
        }
    }

    /** {@code updates.jsonl}: the conversation as a person saw it, compactions included. */
    static final class Conversation implements RecordReader {
        private static final String SESSION = "/params/sessionId";
        private static final String KIND = "/params/update/sessionUpdate";

        private boolean compacted;

        @Override
        public SessionRecord read(byte[] line) throws IOException {
            JsonFields fields = JsonFields.of(line, Set.of(SESSION, KIND));
            String kind = required(fields.text(KIND));
            compacted |= kind.equals("auto_compact_completed") || kind.equals("compaction_checkpoint");
            Speaker speaker = switch (kind) {
                case "user_message_chunk" -> Speaker.USER;
                case "agent_message_chunk", "agent_thought_chunk", "tool_call" -> Speaker.MODEL;
                default -> Speaker.NOBODY;
            };
            return record(required(fields.text(SESSION)), speaker);
        }

        boolean compacted() {
            return compacted;
        }
    }

    /** {@code events.jsonl}: when turns began, and with how many messages. */
    static final class Turns implements RecordReader {
        private static final String MESSAGES = "/conversation_message_count";
        private static final Set<String> FIELDS = Set.of("/type", "/session_id", MESSAGES);

        private String firstCount;

        @Override
        public SessionRecord read(byte[] line) throws IOException {
            JsonFields fields = JsonFields.of(line, FIELDS);
            boolean turn = required(fields.text("/type")).equals("turn_started");
            if (turn && firstCount == null) {
                firstCount = required(fields.text(MESSAGES));
            }
            return record(fields.text("/session_id"), turn ? Speaker.USER : Speaker.NOBODY);
        }

        /** How many messages the first turn read began with, the new prompt not counted; negative where none began. */
        long firstCount() {
            try {
                return firstCount == null ? -1 : Long.parseLong(firstCount);
            } catch (NumberFormatException e) {
                // No count of the CLI's: it proves nothing.
                return 0;
            }
        }
    }

    private static SessionRecord record(String session, Speaker speaker) {
        return new SessionRecord(null, null, session, false, speaker, speaker == Speaker.USER);
    }

    private static String required(String value) throws IOException {
        if (value == null) {
            throw new IOException("a record lacks what each of its kind has");
        }
        return value;
    }
}
