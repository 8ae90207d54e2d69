package dev.alfred.local.forge.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.git.CommitInfo;
import dev.alfred.local.forge.git.GitReader;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.model.Comment;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.model.Review;
import dev.alfred.local.forge.store.RepositoryState;

/** Gathers what the pages show. Comments in HTML marks are for machines and stay out, as on a real forge. */
@ApplicationScoped
public class PageReader {

    private static final int COMMITS_SHOWN = 50;
    private static final int DIFF_LINES_SHOWN = 2_000;

    private final ForgeUrls urls;
    private final GitStore git;
    private final GitReader reader;

    PageReader(ForgeUrls urls, GitStore git, GitReader reader) {
        this.urls = urls;
        this.git = git;
        this.reader = reader;
    }

    RepositoryLine line(RepositoryState state) {
        Project project = state.project();
        return new RepositoryLine(
                project.fullName(),
                project.description(),
                state.issues().stream()
                        .filter(Issue::open)
                        .filter(issue -> !issue.isPull())
                        .count(),
                state.issues().stream()
                        .filter(Issue::open)
                        .filter(Issue::isPull)
                        .count(),
                git.branches(project).size());
    }

    RepositoryPage repository(RepositoryState state) {
        Project project = state.project();
        List<BranchLine> branches = new ArrayList<>();
        git.branches(project).forEach((name, sha) -> branches.add(branch(project, name, sha)));
        return new RepositoryPage(
                project.fullName(),
                project.description(),
                urls.cloneUrl(project),
                lines(state, false),
                lines(state, true),
                branches,
                reader.files(project, project.defaultBranch()));
    }

    ConversationPage conversation(RepositoryState state, Issue issue) {
        Project project = state.project();
        boolean pull = issue.isPull();
        String base = !pull
                ? ""
                : issue.merged()
                        ? issue.pull().merge().commit() + "^1"
                        : issue.pull().base();
        String head = pull ? issue.pull().headSha() : "";
        String fork = pull ? reader.mergeBase(project, base, head).orElse(base) : "";
        return new ConversationPage(
                project.fullName(),
                line(state, issue),
                posts(state, issue),
                issue.assignees(),
                pull ? issue.pull().head() : null,
                pull ? issue.pull().base() : null,
                !pull
                        ? List.of()
                        : reader.between(project, fork, head, COMMITS_SHOWN).stream()
                                .map(commit -> commit.sha().substring(0, 10) + "  " + subject(commit))
                                .toList(),
                pull ? diff(reader.diff(project, fork, head)) : List.of());
    }

    private List<IssueLine> lines(RepositoryState state, boolean pulls) {
        return state.issues().stream()
                .filter(issue -> issue.isPull() == pulls)
                .sorted(Comparator.comparing(Issue::number).reversed())
                .map(issue -> line(state, issue))
                .toList();
    }

    private IssueLine line(RepositoryState state, Issue issue) {
        return new IssueLine(
                issue.number(),
                issue.title(),
                "/" + state.project().fullName() + (issue.isPull() ? "/pulls/" : "/issues/") + issue.number(),
                state(issue),
                issue.author(),
                state.comments(issue.number()).size(),
                issue.labels().stream()
                        .map(state::label)
                        .flatMap(Optional::stream)
                        .map(LabelTag::of)
                        .toList());
    }

    private static String state(Issue issue) {
        if (issue.merged()) {
            return "merged";
        }
        if (!issue.open()) {
            return "closed";
        }
        return issue.draft() ? "draft" : "open";
    }

    private BranchLine branch(Project project, String name, String sha) {
        Optional<CommitInfo> commit = reader.commit(project, sha);
        return new BranchLine(
                name,
                sha.substring(0, 10),
                commit.map(PageReader::subject).orElse(""),
                commit.map(found -> found.author().name()).orElse(""),
                name.equals(project.defaultBranch()));
    }

    private static List<ConversationPage.Post> posts(RepositoryState state, Issue issue) {
        List<ConversationPage.Post> posts = new ArrayList<>();
        posts.add(new ConversationPage.Post(issue.author(), issue.createdAt().toString(), shown(issue.body()), "top"));
        List<ConversationPage.Post> replies = new ArrayList<>();
        for (Comment comment : state.comments(issue.number())) {
            replies.add(new ConversationPage.Post(
                    comment.author(),
                    comment.createdAt().toString(),
                    shown(comment.body()),
                    "issuecomment-" + comment.id()));
        }
        for (Review review : state.reviews(issue.number())) {
            String text = review.state().name().replace('_', ' ').toLowerCase(java.util.Locale.ROOT) + "\n"
                    + shown(review.body());
            replies.add(new ConversationPage.Post(
                    review.author(), review.submittedAt().toString(), text, "review-" + review.id()));
        }
        replies.sort(Comparator.comparing(ConversationPage.Post::at));
        posts.addAll(replies);
        return posts;
    }

    private static String shown(String text) {
        return text.replaceAll("(?s)<!--.*?-->", "").strip();
    }

    private static String subject(CommitInfo commit) {
        return commit.message().lines().findFirst().orElse("");
    }

    private static List<ConversationPage.DiffLine> diff(String text) {
        return text.lines()
                .limit(DIFF_LINES_SHOWN)
                .map(line -> new ConversationPage.DiffLine(kind(line), line))
                .toList();
    }

    private static String kind(String line) {
        if (line.startsWith("diff ") || line.startsWith("+++") || line.startsWith("---") || line.startsWith("index ")) {
            return "file";
        }
        return line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : line.startsWith("@@") ? "hunk" : "same";
    }
}
