package dev.alfred.endtoend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.demo.StepFailed;

/**
 * Whether all came as it should in spite of the blows: by what people see on the forge and over REST, by the topics, and
 * by the agents' own records. What did not is said in words, all of it.
 */
final class ChaosVerdict {
    private static final Set<String> ENDED = Set.of("succeeded", "failed", "cancelled", "timed_out", "lost");
    private static final Set<String> WRITING = Set.of("development");
    /** Reasons that a kill in the midst of an agent's work explains. */
    private static final Set<String> OF_KILLS = Set.of("state_missing", "state_corrupt", "session_quarantined");

    private static final Pattern MARKER = Pattern.compile("<!-- alfred:([0-9a-f-]{36}) -->");

    private final RunningAlfred alfred;
    private final RunLedger ledger;
    private final AgentRecords records;
    private final Set<String> struck;
    private final List<String> complaints = new ArrayList<>();
    private final Map<String, Integer> figures = new TreeMap<>();
    private final Set<String> known = new HashSet<>();

    private ChaosVerdict(RunningAlfred alfred, RunLedger ledger, AgentRecords records, Set<String> struck) {
        this.alfred = alfred;
        this.ledger = ledger;
        this.records = records;
        this.struck = struck;
    }

    static ChaosVerdict of(
            RunningAlfred alfred, List<IssueLife> lives, RunLedger ledger, AgentRecords records, Set<String> struck) {
        ChaosVerdict verdict = new ChaosVerdict(alfred, ledger, records, struck);
        Map<RunningAlfred.Project, Forge> forges = new HashMap<>();
        for (IssueLife life : lives) {
            Forge forge = forges.computeIfAbsent(life.project(), project -> Forge.of(alfred, project));
            verdict.judge(life, forge);
        }
        verdict.judgeLedger();
        return verdict;
    }

    List<String> complaints() {
        return complaints;
    }

    /** What was seen, counted by what it is. */
    Map<String, Integer> figures() {
        return figures;
    }

    /** A project's merge requests, branches and commits at the end. */
    private record Forge(
            List<JsonNode> mergeRequests, List<String> branches, List<String> commits, Set<String> merged) {
        static Forge of(RunningAlfred alfred, RunningAlfred.Project project) {
            return new Forge(
                    alfred.dev().mergeRequests(project.repository()),
                    alfred.dev().remoteBranches(project.repository()),
                    alfred.dev()
                            .history(project.repository(), "--remotes", "--no-merges", "--format=@%H", "--name-only"),
                    Set.copyOf(alfred.dev().history(project.repository(), "origin/main", "--format=%H")));
        }

        /** The commits that changed the file in which the scripted agent notes what it does for that issue. */
        List<String> commitsOf(long issue) {
            List<String> found = new ArrayList<>();
            String commit = "";
            for (String line : commits) {
                commit = line.startsWith("@") ? line.substring(1) : commit;
                if (line.equals("notes/issue-" + issue + ".md")) {
                    found.add(commit);
                }
            }
            return found;
        }
    }

    private void judge(IssueLife life, Forge forge) {
        List<JsonNode> runs = alfred.operator().runs(life.mailbox());
        runs.forEach(run -> known.add(run.get("id").asText()));
        judgeRuns(life, runs);
        judgeSessions(life, runs);
        judgeRecords(life, runs);
        judgeForge(life, runs, forge);
        judgeComments(life, runs);
    }

    private void judgeRuns(IssueLife life, List<JsonNode> runs) {
        List<String> phases =
                runs.stream().map(run -> run.get("phase").asText()).toList();
        demand(phases.equals(life.asked()), life, "asked for " + life.asked() + " and got " + phases);
        for (JsonNode run : runs) {
            String id = run.get("id").asText();
            String state = run.get("state").asText();
            count("runs");
            count("outcome " + state
                    + (state.equals("succeeded")
                            ? ""
                            : ":" + run.path("exitReason").asText()));
            count("attempts " + run.get("attempt").asInt());
            demand(ENDED.contains(state), life, "not ended: " + run);
            demand(
                    struck.contains(id) || state.equals("succeeded"),
                    life,
                    "did not succeed, and nobody touched its runner: " + run);
            demand(
                    struck.contains(id) || run.get("attempt").asInt() == 1,
                    life,
                    "another attempt, and nobody touched its runner: " + run);
        }
    }

    /** Each run goes on in the newest session before it, unless a kill in the midst of its work took that away. */
    private void judgeSessions(IssueLife life, List<JsonNode> runs) {
        String prior = null;
        boolean touched = false;
        for (JsonNode run : runs) {
            touched |= struck.contains(run.get("id").asText());
            String mode = run.at("/session/mode").asText(null);
            String reason = run.at("/session/reason").asText(null);
            String nativeId = run.at("/session/nativeId").asText(null);
            count("session " + mode + (reason == null ? "" : ":" + reason));
            if ("resumed".equals(mode)) {
                boolean own = run.get("attempt").asInt() > 1;
                demand(own || nativeId.equals(prior), life, "resumed " + nativeId + " and not " + prior + ": " + run);
            } else if ("fresh".equals(mode) && prior == null) {
                demand(touched || "no_prior_session".equals(reason), life, "the first is fresh by " + reason);
            } else {
                demand(
                        touched && reason != null && OF_KILLS.contains(reason),
                        life,
                        "session " + mode + " by " + reason + " after " + prior + ": " + run);
            }
            prior = nativeId == null ? prior : nativeId;
        }
        List<JsonNode> kept = alfred.operator().sessions(life.mailbox());
        count("session records", kept.size());
        demand(
                !kept.isEmpty() && kept.stream().allMatch(session -> session.hasNonNull("stateRemovedAt")),
                life,
                "sessions whose state is not told to be removed: " + kept);
    }

    private void judgeRecords(IssueLife life, List<JsonNode> runs) {
        List<AgentRecords.Stint> stints = records.of(life.mailbox());
        for (int i = 1; i < stints.size(); i++) {
            AgentRecords.Stint before = stints.get(i - 1);
            AgentRecords.Stint next = stints.get(i);
            demand(!next.from().isBefore(before.until()), life, "two agents at once: " + before + " and " + next);
        }
        for (JsonNode run : runs) {
            String id = run.get("id").asText();
            long starts =
                    stints.stream().filter(stint -> stint.run().equals(id)).count();
            demand(
                    struck.contains(id) ? starts <= run.get("attempt").asInt() : starts == 1,
                    life,
                    "the agents' records tell of " + starts + " starts of " + run);
        }
    }

    private void judgeForge(IssueLife life, List<JsonNode> runs, Forge forge) {
        String prefix = "agent/issue-" + life.issue() + "-";
        List<JsonNode> published = runs.stream()
                .filter(run -> WRITING.contains(run.get("phase").asText())
                        && run.get("state").asText().equals("succeeded"))
                .toList();
        int expected = published.isEmpty() ? 0 : 1;
        List<String> branches = forge.branches().stream()
                .filter(name -> name.startsWith(prefix))
                .toList();
        demand(branches.size() == expected, life, "branches " + branches);
        List<JsonNode> requests = forge.mergeRequests().stream()
                .filter(request -> request.at("/head/ref").asText().startsWith(prefix))
                .toList();
        demand(requests.size() == expected, life, requests.size() + " merge requests");
        List<String> commits = forge.commitsOf(life.issue());
        demand(
                commits.size() == published.size(),
                life,
                "%d commits of %d runs that published one".formatted(commits.size(), published.size()));
        published.forEach(
                run -> demand(commits.contains(run.path("commit").asText()), life, "its commit is lost: " + run));
        if (life.ending() == IssueLife.Ending.MERGED) {
            demand(forge.merged().containsAll(commits), life, "commits that are not merged: " + commits);
        }
        count("commits", commits.size());
        count("merge requests", requests.size());
    }

    /** A comment for each run but the one that opened the merge request, none of them twice; each question answered once. */
    private void judgeComments(IssueLife life, List<JsonNode> runs) {
        List<String> comments = alfred.dev().comments(life.project().repository(), life.issue()).stream()
                .filter(comment -> comment.at("/user/login").asText().equals("alfred"))
                .map(comment -> comment.get("body").asText())
                .toList();
        Set<String> markers = new HashSet<>();
        for (String comment : comments) {
            Matcher marker = MARKER.matcher(comment);
            demand(marker.find() && markers.add(marker.group(1)), life, "a comment twice: " + comment);
        }
        List<String> told = comments.stream()
                .filter(comment -> !comment.contains("alfred:status"))
                .toList();
        Optional<JsonNode> opening = runs.stream()
                .filter(run -> WRITING.contains(run.get("phase").asText())
                        && run.get("state").asText().equals("succeeded"))
                .findFirst();
        int expected = runs.size() - (opening.isPresent() ? 1 : 0);
        demand(told.size() == expected, life, told.size() + " comments after " + runs.size() + " runs: " + told);
        demand(comments.size() - told.size() == 1, life, "status comments: " + (comments.size() - told.size()));
        for (String question : life.questions()) {
            String words = question.replace("@alfred ", "");
            long answers = told.stream()
                    .filter(comment -> comment.contains("You ask:") && comment.contains(words))
                    .count();
            demand(answers == 1, life, answers + " answers to " + question + " in " + told);
        }
        count("comments", told.size());
    }

    private void judgeLedger() {
        count("records on topics", ledger.records());
        count("records sent again", ledger.repeated());
        ledger.requested().forEach((run, messages) -> {
            demand(messages.size() == 1, run + " was asked for by " + messages.size() + " messages");
            demand(known.contains(run), run + " was asked for and is not known");
            int ends = ledger.ended().getOrDefault(run, Set.of()).size();
            demand(ends == 1, run + " ended " + ends + " times");
        });
        demand(
                ledger.requested().keySet().equals(known),
                "runs that nobody asked for: "
                        + known.stream()
                                .filter(run -> !ledger.requested().containsKey(run))
                                .toList());
        demand(ledger.ended().keySet().equals(known), "ends of other runs than those known");
    }

    /** To be asked for repeatedly at the end: what has to be none within a while. */
    static List<String> unsettled(RunningAlfred alfred, RunLedger ledger, Remains remains) {
        List<String> left = new ArrayList<>(remains.all());
        long lag = ledger.lag();
        if (lag != 0) {
            left.add(lag + " records that their readers have not told to be done");
        }
        alfred.system().processes().stream()
                .filter(process -> !process.ready())
                .forEach(
                        process -> left.add("not ready: " + process.definition().name()));
        return left;
    }

    private void demand(boolean so, IssueLife life, String otherwise) {
        demand(so, life.mailbox() + ": " + otherwise);
    }

    private void demand(boolean so, String otherwise) {
        if (!so) {
            complaints.add(otherwise);
        }
    }

    private void count(String what) {
        count(what, 1);
    }

    private void count(String what, int more) {
        figures.merge(what, more, Integer::sum);
    }

    /** What a life that was not lived to its end looks like to an operator. */
    static String standing(RunningAlfred alfred, IssueLife life) {
        try {
            return life.standing() + ": " + alfred.operator().mailbox(life.mailbox()) + " "
                    + alfred.operator().runs(life.mailbox());
        } catch (StepFailed e) {
            return life.standing() + ": " + e.getMessage();
        }
    }
}
