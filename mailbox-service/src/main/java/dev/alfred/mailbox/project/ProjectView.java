package dev.alfred.mailbox.project;

import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.mailbox.project.model.Project;

/**
 * A project as it is shown; secrets only by their reference.
 *
 * @param hook null but in the answer to a registration
 */
public record ProjectView(
        UUID id,
        String organization,
        String project,
        String keySlug,
        String connection,
        ForgeKind forge,
        String repository,
        String repositoryId,
        String cloneUrl,
        Credential credential,
        Bot bot,
        String defaultBranch,
        String blocked,
        Hook hook) {

    public record Credential(String kind, String secretRef) {}

    public record Bot(String id, String login, String permission) {}

    /**
     * @param installed whether Alfred registered it; else address and events are to be entered on the forge by hand
     */
    public record Hook(boolean installed, String address, List<String> events) {}

    static ProjectView of(Project project, Hook hook) {
        return new ProjectView(
                project.id(),
                project.organization(),
                project.slug(),
                project.keySlug(),
                project.connection(),
                project.forge(),
                project.repository(),
                project.repositoryId(),
                project.cloneUrl(),
                new Credential(
                        project.credential().kind().wire(), project.credential().secretRef()),
                new Bot(project.bot().id(), project.bot().login(), project.bot().permission()),
                project.defaultBranch(),
                project.blocked(),
                hook);
    }

    /** What has to be ticked on the forge, in its own words. */
    static List<String> eventsOf(ForgeKind forge) {
        return switch (forge) {
            case GITHUB ->
                List.of(
                        "Issues",
                        "Issue comments",
                        "Pull requests",
                        "Pull request reviews",
                        "Pull request review comments",
                        "Check suites",
                        "Statuses",
                        "Pushes");
            case GITLAB ->
                List.of(
                        "Issues events",
                        "Confidential issues events",
                        "Comments",
                        "Confidential comments",
                        "Merge request events",
                        "Pipeline events",
                        "Push events");
            case FORGEJO, GITEA ->
                List.of(
                        "Issues: modification",
                        "Issues: labels",
                        "Issues: assignment",
                        "Issues: comments",
                        "Pull requests: modification",
                        "Pull requests: comments",
                        "Pull requests: reviews",
                        "Pull requests: synchronization",
                        "Push");
        };
    }
}
