package dev.alfred.mailbox.forge.forgejo;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeFailure;

/**
 * The path that a repository's id has now. Kept for a minute; when something is not found under a kept path, it is
 * looked up again, since the repository may have been renamed and its old name may be another's.
 */
final class RepositoryPath {
    private static final long KEPT = Duration.ofMinutes(1).toNanos();

    record Path(String owner, String name) {}

    private record Known(Path path, long since) {}

    private final Supplier<ForgeAnswer<ForgejoJson.Repository>> lookUp;
    private volatile Known known;

    RepositoryPath(Supplier<ForgeAnswer<ForgejoJson.Repository>> lookUp) {
        this.lookUp = lookUp;
    }

    /** The repository as it is now. */
    ForgeAnswer<ForgejoJson.Repository> fresh() {
        ForgeAnswer<ForgejoJson.Repository> answer = lookUp.get();
        known = answer.then(RepositoryPath::path)
                .found()
                .map(path -> new Known(path, System.nanoTime()))
                .orElse(null);
        return answer;
    }

    /** What a call on the repository's path answers, with one more try where the kept path was an old one. */
    <T> ForgeAnswer<T> in(Function<Path, ForgeAnswer<T>> call) {
        Known kept = known;
        if (kept == null || System.nanoTime() - kept.since() > KEPT) {
            return fresh().then(RepositoryPath::path).then(call);
        }
        ForgeAnswer<T> answer = call.apply(kept.path());
        return missed(answer)
                ? fresh().then(RepositoryPath::path).then(now -> now.equals(kept.path()) ? answer : call.apply(now))
                : answer;
    }

    private static boolean missed(ForgeAnswer<?> answer) {
        return answer instanceof ForgeAnswer.Failed<?>(ForgeFailure failure)
                && (failure instanceof ForgeFailure.NotFound
                        || failure instanceof ForgeFailure.Gone
                        || failure instanceof ForgeFailure.Moved);
    }

    private static ForgeAnswer<Path> path(ForgejoJson.Repository repository) {
        String[] parts = repository.fullName() == null
                ? new String[0]
                : repository.fullName().split("/");
        return parts.length == 2
                ? ForgeAnswer.ok(new Path(parts[0], parts[1]))
                : ForgeAnswer.failed(new ForgeFailure.Unreachable("the forge names the repository by no path"));
    }
}
