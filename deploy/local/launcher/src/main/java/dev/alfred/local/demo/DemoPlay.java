package dev.alfred.local.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One issue from label to merge, played and watched as people do it: over the forge's API and git, and Alfred's public
 * REST. Every step that is told was seen to happen; one that was not is a {@link StepFailed}.
 */
public final class DemoPlay {
    private static final Duration RUN_LIMIT = Duration.ofMinutes(3);
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String ISSUE_TITLE = "Greet people by name";

    private final DemoTarget target;
    private final PrintWriter out;
    private final ForgePerson dev;
    private final AlfredOperator operator;
    private final String project;
    private int step;

    /** @param project a name that this forge and this Alfred do not have yet */
    public DemoPlay(DemoTarget target, String project, PrintWriter out) {
        this.target = target;
        this.out = out;
        this.project = project;
        this.dev = new ForgePerson(target.forge(), "dev", target.devToken());
        this.operator = new AlfredOperator(target);
    }

    public DemoReport play() {
        Instant begin = Instant.now();
        ForgePerson.Repository repository = setUp();
        long issue = dev.openIssue(
                repository,
                ISSUE_TITLE,
                "`greet.sh` says *Hello* to nobody.\n\nIt should greet the name that it is given.");
        String key = "demo-" + project + "-issue-" + issue;
        tell("dev opened issue #%d and labels it 'alfred'", issue);
        dev.label(repository, issue, "alfred");
        String branch = analysis(repository, issue, key);
        JsonNode mergeRequest = development(repository, issue, key, branch);
        answer(repository, issue, key);
        long number = mergeRequest.get("number").asLong();
        merge(repository, issue, key, number);
        boolean remembered = memory(key);
        String title = mergeRequest.get("title").asText();
        return DemoReport.of(
                operator.runs(key),
                branch,
                new DemoReport.MergeRequest(number, title, true),
                remembered,
                Duration.between(begin, Instant.now()).toSeconds());
    }

    private ForgePerson.Repository setUp() {
        ForgePerson.Repository repository = dev.createRepository(
                project,
                Map.of(
                        "README.md",
                        "# " + project + "\n\nA very small greeter.\n",
                        "greet.sh",
                        "#!/bin/sh\necho \"Hello\"\n"));
        dev.addCollaborator(repository, "alfred", "admin");
        operator.connect("local");
        operator.registerProject("local", "demo", project, repository);
        dev.addHook(repository, target.ingest() + "/webhooks/local", target.webhookSecret());
        tell("dev made the repository %s and connected it with Alfred", repository.path());
        return repository;
    }

    private String analysis(ForgePerson.Repository repository, long issue, String key) {
        JsonNode run = ended(key, 1, "analysis");
        JsonNode mailbox = operator.awaitStatus(key, "waiting", SOON);
        String branch = mailbox.get("branch").asText();
        check(branch.startsWith("agent/issue-" + issue), "the branch name is frozen: " + branch);
        check(!dev.remoteBranches(repository).contains(branch), "analysis made no branch on the remote");
        awaitComment(repository, issue, 1, "a plan");
        tell("analysis: the plan is a comment, the name %s is frozen, no branch yet (%s)", branch, session(run));
        return branch;
    }

    private JsonNode development(ForgePerson.Repository repository, long issue, String key, String branch) {
        tell("dev answers '/alfred approve'");
        dev.comment(repository, issue, "/alfred approve");
        JsonNode run = ended(key, 2, "development");
        JsonNode mergeRequest =
                Waiting.until("a merge request of " + branch, SOON, () -> dev.mergeRequestOf(repository, branch));
        check(dev.remoteBranches(repository).contains(branch), "the branch is pushed");
        List<String> commits = dev.commitsOn(repository, branch, "main");
        check(!commits.isEmpty(), "the branch has commits");
        check(mergeRequest.get("title").asText().startsWith("WIP:"), "the merge request is a draft");
        check(mergeRequest.get("body").asText().contains("#" + issue), "the merge request closes the issue");
        tell(
                "development: %d commit(s) on %s, draft merge request #%d '%s' (%s)",
                commits.size(),
                branch,
                mergeRequest.get("number").asLong(),
                mergeRequest.get("title").asText(),
                session(run));
        return mergeRequest;
    }

    private void answer(ForgePerson.Repository repository, long issue, String key) {
        int before = botComments(repository, issue).size();
        String question = "@alfred which plan did you follow, and why?";
        tell("dev asks: %s", question);
        dev.comment(repository, issue, question);
        JsonNode run = ended(key, 3, "answer");
        awaitComment(repository, issue, before + 1, "an answer");
        tell("answer: posted as a reply (%s)", session(run));
    }

    private void merge(ForgePerson.Repository repository, long issue, String key, long mergeRequest) {
        tell("dev marks merge request #%d ready and merges it", mergeRequest);
        dev.readyAndMerge(repository, mergeRequest);
        operator.awaitStatus(key, "done", SOON);
        check(dev.issue(repository, issue).get("state").asText().equals("closed"), "the merge closed the issue");
        Waiting.until(
                "the session's state is removed",
                SOON,
                () -> Optional.of(operator.sessions(key))
                        .filter(sessions -> !sessions.isEmpty()
                                && sessions.stream().allMatch(s -> s.hasNonNull("stateRemovedAt"))));
        tell("done: the mailbox is closed, the session's state is gone");
    }

    /** The proof of memory: earlier turns in the requests that reached the model, and one native id for all runs. */
    private boolean memory(String key) {
        List<String> runs =
                operator.runs(key).stream().map(run -> run.get("id").asText()).toList();
        if (target.model() == null) {
            tell("memory: with the vendor's model, only the session ids can be compared");
            return false;
        }
        ModelWitness witness = new ModelWitness(target.model());
        check(witness.remembers(runs.get(1), runs.subList(0, 1)), "run 2 had the turns of run 1 in its conversation");
        check(
                witness.remembers(runs.get(2), runs.subList(0, 2)),
                "run 3 had the turns of runs 1 and 2 in its conversation");
        tell("memory: the model was sent the earlier turns in runs 2 and 3");
        return true;
    }

    private JsonNode ended(String key, int number, String phase) {
        JsonNode run = operator.awaitEndOfRun(key, number, RUN_LIMIT);
        check(run.get("phase").asText().equals(phase), "run " + number + " is " + phase + ": " + run);
        check(run.get("state").asText().equals("succeeded"), "run " + number + " succeeded: " + run);
        return run;
    }

    private void awaitComment(ForgePerson.Repository repository, long issue, int count, String what) {
        Waiting.until(
                what + " as a comment of alfred",
                SOON,
                () -> Optional.of(botComments(repository, issue)).filter(comments -> comments.size() >= count));
    }

    /** Alfred's own comments but for the one living status comment. */
    private List<JsonNode> botComments(ForgePerson.Repository repository, long issue) {
        return dev.comments(repository, issue).stream()
                .filter(comment -> comment.at("/user/login").asText().equals("alfred"))
                .filter(comment -> !comment.get("body").asText().contains("alfred:status"))
                .toList();
    }

    private static String session(JsonNode run) {
        JsonNode session = run.path("session");
        String reason = session.path("reason").asText(null);
        return "session " + session.path("nativeId").asText("?") + " "
                + session.path("mode").asText("?") + (reason == null ? "" : ": " + reason);
    }

    private void check(boolean seen, String what) {
        if (!seen) {
            throw new StepFailed("not so: " + what);
        }
    }

    private void tell(String format, Object... values) {
        step++;
        out.printf("%2d. %s%n", step, format.formatted(values));
        out.flush();
    }
}
