package dev.alfred.local.forge.page;

import java.util.List;

/** An issue or a pull request in a list. */
public record IssueLine(
        long number, String title, String path, String state, String author, int comments, List<LabelTag> labels) {}
