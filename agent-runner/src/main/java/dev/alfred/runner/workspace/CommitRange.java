package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.alfred.runner.files.Trees;

/** The commits that lie between two, and whether they may go to a forge. */
record CommitRange(String base, String head) {
    static final long LARGEST_FILE = 100L * 1024 * 1024;
    static final long LARGEST_SUM = 1024L * 1024 * 1024;

    boolean empty() {
        return head.equals(base);
    }

    int commits(AdoptedRepository repository) {
        return Integer.parseInt(
                repository.run("rev-list", "--count", expression()).required().text());
    }

    private String expression() {
        return base + ".." + head;
    }

    /** Why it can't be published, if it can't. */
    Optional<String> objection(AdoptedRepository repository) throws IOException {
        if (empty()) {
            return Optional.empty();
        }
        Optional<String> tooLarge = tooLarge(repository);
        return tooLarge.isPresent() ? tooLarge : flaw(repository);
    }

    private Optional<String> tooLarge(AdoptedRepository repository) {
        String ids = repository
                .run("rev-list", "--objects", expression())
                .required()
                .text()
                .lines()
                .map(line -> line.split(" ", 2)[0])
                .collect(Collectors.joining("\n", "", "\n"));
        GitResult sizes = repository
                .feed(ids, "cat-file", "--batch-check=%(objecttype) %(objectsize)")
                .required();
        long sum = 0;
        for (String line : sizes.text().lines().toList()) {
            String[] fields = line.split(" ");
            if (fields.length != 2 || !fields[1].chars().allMatch(Character::isDigit)) {
                return Optional.of("what was committed can't be read whole");
            }
            long size = Long.parseLong(fields[1]);
            sum += size;
            if (size > LARGEST_FILE || sum > LARGEST_SUM) {
                return Optional.of("what was committed is too large to be published");
            }
        }
        return Optional.empty();
    }

    /** Git's own check of each object, as a forge may do it on arrival: damage, and names that would write into a {@code .git}. */
    private Optional<String> flaw(AdoptedRepository repository) throws IOException {
        Path directory = repository.scratch("outgoing");
        String pack = repository
                .feed(
                        "%s\n^%s\n".formatted(head, base),
                        "pack-objects",
                        "-q",
                        "--revs",
                        "--window=0",
                        directory.resolve("pack").toString())
                .required()
                .text();
        GitResult checked = repository.run(
                "index-pack",
                "--strict",
                "-o",
                directory.resolve("checked.idx").toString(),
                directory.resolve("pack-%s.pack".formatted(pack)).toString());
        Trees.remove(directory);
        return checked.ok()
                ? Optional.empty()
                : Optional.of("what was committed is not sound: " + GitFailures.words(checked));
    }
}
