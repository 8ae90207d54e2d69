package dev.alfred.endtoend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.demo.ForgePerson;
import dev.alfred.local.demo.StepFailed;
import dev.alfred.local.demo.Waiting;

/**
 * One issue from its label to its close, as people live it: whoever asks for something waits until it is there, and asks
 * once more where Alfred says that it did not succeed. So each run has one cause, and all of them are known.
 */
final class IssueLife {
    private static final Duration LIMIT = Duration.ofMinutes(12);

    /** What is said on the issue, and the phase that it asks for. */
    record Word(String phase, String text) {}

    /** How the issue ends. */
    enum Ending {
        MERGED("done"),
        COMPLETED("done"),
        CANCELLED("cancelled");

        private final String status;

        Ending(String status) {
            this.status = status;
        }
    }

    private final RunningAlfred alfred;
    private final RunningAlfred.Project project;
    private final AgentRecords records;
    private final String firstPhase;
    private final List<Word> words;
    private final Ending ending;
    private final List<String> asked = new ArrayList<>();
    private volatile long issue;

    /** @param firstPhase of the run that the label asks for, by the project's settings */
    IssueLife(
            RunningAlfred alfred,
            RunningAlfred.Project project,
            AgentRecords records,
            String firstPhase,
            List<Word> words,
            Ending ending) {
        this.alfred = alfred;
        this.project = project;
        this.records = records;
        this.firstPhase = firstPhase;
        this.words = words;
        this.ending = ending;
    }

    /** Comes back when the mailbox is closed. */
    void live() {
        ForgePerson dev = alfred.dev();
        issue = dev.openIssue(project.repository(), "Say hello in another way", "A note about it is enough.");
        dev.label(project.repository(), issue, "alfred");
        asked.add(firstPhase);
        settle();
        for (Word word : words) {
            dev.comment(project.repository(), issue, word.text());
            asked.add(word.phase());
            settle();
        }
        end();
    }

    /** The run that was asked for last has ended, and the mailbox waits for the next word. */
    private void settle() {
        JsonNode run = alfred.operator().awaitEndOfRun(mailbox(), asked.size(), LIMIT);
        JsonNode standing = Waiting.until(
                "mailbox " + mailbox() + " waits for a word",
                LIMIT,
                () -> alfred.operator()
                        .mailbox(mailbox())
                        .filter(found -> Set.of("waiting", "blocked")
                                .contains(found.get("status").asText())));
        records.take(mailbox());
        if (run.get("state").asText().equals("succeeded")) {
            if (standing.get("status").asText().equals("blocked")) {
                throw new StepFailed("blocked after a run that succeeded: " + standing);
            }
            return;
        }
        if (!standing.path("reason").asText().startsWith("run_failed")) {
            throw new StepFailed("not told that it can be tried again: " + standing + " after " + run);
        }
        alfred.dev().comment(project.repository(), issue, "/alfred retry");
        asked.add(asked.getLast());
        settle();
    }

    private void end() {
        switch (ending) {
            case MERGED -> {
                JsonNode mergeRequest = Waiting.until(
                        "a merge request of " + mailbox(),
                        LIMIT,
                        () -> branch().flatMap(branch -> alfred.dev().mergeRequestOf(project.repository(), branch)));
                alfred.dev()
                        .readyAndMerge(
                                project.repository(), mergeRequest.get("number").asLong());
            }
            case COMPLETED -> alfred.dev().closeIssue(project.repository(), issue);
            case CANCELLED -> alfred.dev().comment(project.repository(), issue, "/alfred cancel");
        }
        alfred.operator().awaitStatus(mailbox(), ending.status, LIMIT);
    }

    boolean begun() {
        return issue > 0;
    }

    RunningAlfred.Project project() {
        return project;
    }

    long issue() {
        return issue;
    }

    String mailbox() {
        return project.mailbox(issue);
    }

    Ending ending() {
        return ending;
    }

    /** The phases of all runs that were asked for, in order. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    /** The questions, each of which is to be answered once. */
    List<String> questions() {
        return words.stream()
                .filter(word -> word.phase().equals("answer"))
                .map(Word::text)
                .toList();
    }

    Optional<String> branch() {
        return alfred.operator()
                .mailbox(mailbox())
                .map(found -> found.path("branch").asText(null));
    }

    /** Where it is, for whoever looks at one that did not end. */
    String standing() {
        return mailbox() + ", asked for " + asked + ", to be " + ending;
    }
}
