package dev.alfred.local.forge.git;

import java.nio.file.Path;

import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/** Keeps JGit out of its user's home: it neither obeys the git configuration there nor writes its own. */
final class IsolatedSystem extends SystemReader.Delegate {

    private final Path directory;

    private IsolatedSystem(SystemReader real, Path directory) {
        super(real);
        this.directory = directory;
    }

    static void install(Path directory) {
        if (!(SystemReader.getInstance() instanceof IsolatedSystem)) {
            SystemReader.setInstance(new IsolatedSystem(SystemReader.getInstance(), directory));
        }
    }

    @Override
    public FileBasedConfig openUserConfig(Config parent, FS fs) {
        return config(parent, fs, "user");
    }

    @Override
    public FileBasedConfig openSystemConfig(Config parent, FS fs) {
        return config(parent, fs, "system");
    }

    @Override
    public FileBasedConfig openJGitConfig(Config parent, FS fs) {
        return config(parent, fs, "jgit");
    }

    private FileBasedConfig config(Config parent, FS fs, String name) {
        return new FileBasedConfig(parent, directory.resolve(name + ".config").toFile(), fs);
    }
}
