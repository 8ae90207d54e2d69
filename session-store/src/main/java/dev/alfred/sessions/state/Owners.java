package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.OptionalInt;

/** Whose state is: the worker's, whom agents run as. What lies above it is the service's own. */
record Owners(UserPrincipal service, UserPrincipal worker, boolean root, int uid, int gid) {
    private static final int CONTAINED_WORKER = 10001;

    static Owners of(OptionalInt workerUid, OptionalInt workerGid) {
        try {
            // The link itself belongs to root; what it leads to belongs to this process.
            int ownUid = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            int ownGid = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:gid");
            boolean root = ownUid == 0;
            int uid = workerUid.orElse(root ? CONTAINED_WORKER : ownUid);
            int gid = workerGid.orElse(root ? CONTAINED_WORKER : ownGid);
            return new Owners(user(ownUid), user(uid), root, uid, gid);
        } catch (IOException e) {
            throw new IllegalStateException("this process' owner can't be read", e);
        }
    }

    private static UserPrincipal user(int uid) throws IOException {
        return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(Integer.toString(uid));
    }
}
