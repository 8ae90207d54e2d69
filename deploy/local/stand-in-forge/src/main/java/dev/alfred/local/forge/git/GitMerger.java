package dev.alfred.local.forge.git;

import java.io.IOException;
import java.io.UncheckedIOException;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.model.Project;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.merge.MergeStrategy;
import org.eclipse.jgit.merge.ThreeWayMerger;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/** Merges inside a bare repository, without a checkout. */
@ApplicationScoped
public class GitMerger {

    private final GitStore store;

    GitMerger(GitStore store) {
        this.store = store;
    }

    /** Whether the two would merge without a conflict; false too when one of them is gone. */
    public boolean mergeable(Project project, String base, String headSha) {
        try (Repository repository = store.open(project)) {
            Ref ref = repository.exactRef(Constants.R_HEADS + base);
            ObjectId head = ObjectId.fromString(headSha);
            return ref != null
                    && repository.getObjectDatabase().has(head)
                    && merger(repository).merge(ref.getObjectId(), head);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Moves the base branch: to a merge commit with two parents, or squashed to one with the base alone. */
    public MergeOutcome merge(
            Project project, String base, String headSha, String message, Account merger, boolean squash) {
        try (Repository repository = store.open(project);
                ObjectInserter inserter = repository.newObjectInserter()) {
            Ref ref = repository.exactRef(Constants.R_HEADS + base);
            if (ref == null) {
                return new MergeOutcome.Moved();
            }
            ObjectId before = ref.getObjectId();
            ObjectId head = ObjectId.fromString(headSha);
            ThreeWayMerger work = merger(repository);
            if (!work.merge(before, head)) {
                return new MergeOutcome.Conflict();
            }
            CommitBuilder commit = new CommitBuilder();
            commit.setTreeId(work.getResultTreeId());
            commit.setAuthor(squash ? authorOf(repository, head) : GitStore.person(merger));
            commit.setCommitter(GitStore.person(merger));
            commit.setMessage(message);
            commit.addParentId(before);
            if (!squash) {
                commit.addParentId(head);
            }
            ObjectId merged = inserter.insert(commit);
            inserter.flush();
            return moved(repository, base, before, merged)
                    ? new MergeOutcome.Merged(before.name(), merged.name())
                    : new MergeOutcome.Moved();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean moved(Repository repository, String base, ObjectId from, ObjectId to) throws IOException {
        RefUpdate update = repository.updateRef(Constants.R_HEADS + base);
        update.setExpectedOldObjectId(from);
        update.setNewObjectId(to);
        return update.update() == RefUpdate.Result.FAST_FORWARD;
    }

    private static org.eclipse.jgit.lib.PersonIdent authorOf(Repository repository, ObjectId head) throws IOException {
        try (RevWalk walk = new RevWalk(repository)) {
            RevCommit commit = walk.parseCommit(head);
            return commit.getAuthorIdent();
        }
    }

    private static ThreeWayMerger merger(Repository repository) {
        return MergeStrategy.RECURSIVE.newMerger(repository, true);
    }
}
