package dev.alfred.local.forge.page;

import java.util.List;

/** What a repository's page shows. */
public record RepositoryPage(
        String fullName,
        String description,
        String cloneUrl,
        List<IssueLine> issues,
        List<IssueLine> pulls,
        List<BranchLine> branches,
        List<String> files) {}
