package dev.alfred.local.forge.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeConfig;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.model.Project;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;

/** The bare repositories on disk, one directory per repository id, so that a rename moves nothing. */
@ApplicationScoped
public class GitStore {

    private final Path directory;

    GitStore(ForgeConfig config) {
        this.directory = config.dataDir().toAbsolutePath().resolve("git");
        IsolatedSystem.install(directory);
    }

    /** The caller closes it. */
    public Repository open(Project project) {
        try {
            return new FileRepository(directory(project).toFile());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public void create(Project project) {
        try {
            Files.createDirectories(directory);
            try (Repository repository = open(project)) {
                repository.create(true);
                pointHead(repository, project.defaultBranch());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A first commit with a README, as forges offer it. */
    public void initialise(Project project, Account author) {
        try (Repository repository = open(project);
                ObjectInserter inserter = repository.newObjectInserter()) {
            String text = "# " + project.name() + "\n\n" + project.description() + "\n";
            ObjectId readme = inserter.insert(Constants.OBJ_BLOB, text.getBytes(StandardCharsets.UTF_8));
            TreeFormatter tree = new TreeFormatter();
            tree.append("README.md", FileMode.REGULAR_FILE, readme);
            CommitBuilder commit = new CommitBuilder();
            commit.setTreeId(inserter.insert(tree));
            commit.setAuthor(person(author));
            commit.setCommitter(commit.getAuthor());
            commit.setMessage("Initial commit\n");
            ObjectId id = inserter.insert(commit);
            inserter.flush();
            RefUpdate update = repository.updateRef(Constants.R_HEADS + project.defaultBranch());
            update.setNewObjectId(id);
            update.update();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public void pointHeadAt(Project project, String branch) {
        try (Repository repository = open(project)) {
            pointHead(repository, branch);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public void delete(Project project) {
        try (Stream<Path> files = Files.walk(directory(project))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Branch names with the commits they stand at, in name order. */
    public Map<String, String> branches(Project project) {
        try (Repository repository = open(project)) {
            Map<String, String> branches = new LinkedHashMap<>();
            for (Ref ref : repository.getRefDatabase().getRefsByPrefix(Constants.R_HEADS)) {
                branches.put(
                        Repository.shortenRefName(ref.getName()),
                        ref.getObjectId().name());
            }
            return branches;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Optional<String> branch(Project project, String name) {
        try (Repository repository = open(project)) {
            return Optional.ofNullable(repository.exactRef(Constants.R_HEADS + name))
                    .map(ref -> ref.getObjectId().name());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** False when git does not allow the name or something stands in its way. */
    public boolean createBranch(Project project, String name, String sha) {
        if (!Repository.isValidRefName(Constants.R_HEADS + name)) {
            return false;
        }
        try (Repository repository = open(project)) {
            RefUpdate update = repository.updateRef(Constants.R_HEADS + name);
            update.setExpectedOldObjectId(ObjectId.zeroId());
            update.setNewObjectId(ObjectId.fromString(sha));
            return update.update() == RefUpdate.Result.NEW;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public void deleteBranch(Project project, String name) {
        try (Repository repository = open(project)) {
            RefUpdate update = repository.updateRef(Constants.R_HEADS + name);
            update.setForceUpdate(true);
            update.delete();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Keeps a pull request's commits reachable after its branch is gone, where the real ones keep them too. */
    public void keepPullHead(Project project, long number, String sha) {
        try (Repository repository = open(project)) {
            RefUpdate update = repository.updateRef("refs/pull/" + number + "/head");
            update.setForceUpdate(true);
            update.setNewObjectId(ObjectId.fromString(sha));
            update.update();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public static PersonIdent person(Account account) {
        String name = account.fullName().isEmpty() ? account.login() : account.fullName();
        return new PersonIdent(name, account.email());
    }

    private Path directory(Project project) {
        return directory.resolve(project.id() + ".git");
    }

    private static void pointHead(Repository repository, String branch) throws IOException {
        RefUpdate head = repository.updateRef(Constants.HEAD, true);
        head.disableRefLog();
        head.link(Constants.R_HEADS + branch);
    }
}
