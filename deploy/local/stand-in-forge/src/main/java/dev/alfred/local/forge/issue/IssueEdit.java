package dev.alfred.local.forge.issue;

import java.util.List;

/** What a PATCH of an issue or pull request asks for; null leaves a thing as it is. */
public record IssueEdit(String title, String body, String state, List<String> assignees, String base) {}
