package dev.alfred.runner.stage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runevents.AgentResult.ProposedMergeRequest;
import dev.alfred.contracts.runevents.AgentResult.ThreadReply;
import dev.alfred.contracts.vocabulary.AgentOutcome;

/** What the agent hands back: the file that the prompt names, validated, or its last message where that is missing. */
final class AgentResultFile {
    private static final int MOST_THREADS = 500;
    private static final int TITLE_BYTES = 1024;
    private static final int ID_BYTES = 256;

    private AgentResultFile() {}

    /** A reading of the file; {@code objection} says why its content was not used, or is null. */
    record Reading(AgentResult result, String objection) {}

    static Reading read(Path file, String lastMessage) {
        AgentResult fallback = new AgentResult(AgentOutcome.DONE, Texts.bounded(lastMessage), null, null, List.of());
        if (!Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)
                || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return new Reading(fallback, null);
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return new Reading(fallback, "it is no regular file");
        }
        byte[] content;
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            content = in.readNBytes(Texts.MAX_BYTES + 1);
        } catch (IOException e) {
            return new Reading(fallback, "it can't be read");
        }
        if (content.length > Texts.MAX_BYTES) {
            return new Reading(fallback, "it is larger than 256 KiB");
        }
        try {
            AgentResult told = ContractJson.mapper().readValue(content, AgentResult.class);
            return told == null || told.outcome() == null
                    ? new Reading(fallback, "it names no outcome")
                    : new Reading(validated(told, lastMessage), null);
        } catch (IOException e) {
            return new Reading(fallback, "it is not the JSON that the prompt asks for");
        }
    }

    private static AgentResult validated(AgentResult told, String lastMessage) {
        String text = told.text() == null || told.text().isBlank() ? Texts.bounded(lastMessage) : told.text();
        String question = told.outcome() == AgentOutcome.QUESTION
                        && (told.question() == null || told.question().isBlank())
                ? text
                : told.question();
        ProposedMergeRequest proposed = told.mergeRequest() == null
                ? null
                : new ProposedMergeRequest(
                        oneLine(told.mergeRequest().title()),
                        told.mergeRequest().body());
        List<ThreadReply> threads = told.threads().stream()
                .filter(thread -> thread != null && thread.id() != null && thread.reply() != null)
                .filter(thread -> thread.id().length() <= ID_BYTES)
                .limit(MOST_THREADS)
                .toList();
        return new AgentResult(told.outcome(), text, question, proposed, threads);
    }

    private static String oneLine(String title) {
        return title == null
                ? null
                : Texts.bounded(title.replaceAll("\\p{Cntrl}+", " ").strip(), TITLE_BYTES);
    }
}
