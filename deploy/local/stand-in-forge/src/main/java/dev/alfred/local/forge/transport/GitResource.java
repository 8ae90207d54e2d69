package dev.alfred.local.forge.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;

import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.account.Caller;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.RepositoryState;
import io.smallrye.common.annotation.Blocking;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PacketLineOut;
import org.eclipse.jgit.transport.ReceiveCommand;
import org.eclipse.jgit.transport.ReceivePack;
import org.eclipse.jgit.transport.RefAdvertiser;
import org.eclipse.jgit.transport.UploadPack;

/** Git's smart HTTP protocol, versions 0 to 2, over the bare repositories: clone, fetch and push. */
@Path("/{owner}/{repo}")
@Blocking
public class GitResource {

    private static final String UPLOAD = "git-upload-pack";
    private static final String RECEIVE = "git-receive-pack";

    private final GitStore git;
    private final Access access;
    private final Caller caller;
    private final PushHandler pushes;

    GitResource(GitStore git, Access access, Caller caller, PushHandler pushes) {
        this.git = git;
        this.access = access;
        this.caller = caller;
        this.pushes = pushes;
    }

    @GET
    @Path("info/refs")
    public Response advertise(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @QueryParam("service") String service,
            @HeaderParam("Git-Protocol") String protocol)
            throws IOException {
        if (!UPLOAD.equals(service) && !RECEIVE.equals(service)) {
            throw ForgeError.forbidden("only the smart protocol is served");
        }
        boolean pushing = RECEIVE.equals(service);
        RepositoryState state = state(owner, repo, pushing);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PacketLineOut lines = new PacketLineOut(out);
        RefAdvertiser refs = new RefAdvertiser.PacketLineOutRefAdvertiser(lines);
        try (Repository repository = git.open(state.project())) {
            if (pushing) {
                lines.writeString("# service=" + RECEIVE + "\n");
                lines.end();
                receivePack(repository).sendAdvertisedRefs(refs);
            } else {
                uploadPack(repository, protocol).sendAdvertisedRefs(refs, UPLOAD);
            }
        }
        return answer("application/x-" + service + "-advertisement", out.toByteArray());
    }

    @POST
    @Path(UPLOAD)
    public Response upload(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @HeaderParam("Git-Protocol") String protocol,
            @HeaderParam(HttpHeaders.CONTENT_ENCODING) String encoding,
            InputStream body)
            throws IOException {
        RepositoryState state = state(owner, repo, false);
        byte[] wants;
        try (InputStream in = plain(body, encoding)) {
            wants = in.readAllBytes();
        }
        StreamingOutput pack = out -> {
            try (Repository repository = git.open(state.project());
                    InputStream in = new java.io.ByteArrayInputStream(wants)) {
                uploadPack(repository, protocol).upload(in, out, OutputStream.nullOutputStream());
            }
        };
        return answer("application/x-git-upload-pack-result", pack);
    }

    @POST
    @Path(RECEIVE)
    public Response receive(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @HeaderParam(HttpHeaders.CONTENT_ENCODING) String encoding,
            InputStream body)
            throws IOException {
        RepositoryState state = state(owner, repo, true);
        Account pusher = caller.account().orElseThrow();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Repository repository = git.open(state.project());
                InputStream in = plain(body, encoding)) {
            ReceivePack pack = receivePack(repository);
            pack.setRefLogIdent(GitStore.person(pusher));
            pack.setPreReceiveHook((receiver, commands) -> refuse(state, commands));
            pack.setPostReceiveHook((receiver, commands) -> pushes.received(state, pusher, List.copyOf(commands)));
            pack.receive(in, out, OutputStream.nullOutputStream());
        }
        return answer("application/x-git-receive-pack-result", out.toByteArray());
    }

    /** Pull request heads belong to the forge, and the default branch can't be deleted. */
    private static void refuse(RepositoryState state, Iterable<ReceiveCommand> commands) {
        String defaultBranch = "refs/heads/" + state.project().defaultBranch();
        for (ReceiveCommand command : commands) {
            if (command.getRefName().startsWith("refs/pull/")) {
                command.setResult(ReceiveCommand.Result.REJECTED_OTHER_REASON, "refs/pull is read-only");
            } else if (command.getType() == ReceiveCommand.Type.DELETE
                    && command.getRefName().equals(defaultBranch)) {
                command.setResult(ReceiveCommand.Result.REJECTED_OTHER_REASON, "the default branch stays");
            }
        }
    }

    private RepositoryState state(String owner, String repo, boolean pushing) {
        if (pushing && caller.account().isEmpty()) {
            throw ForgeError.unauthorized("a push needs a user and a token");
        }
        String name = repo.endsWith(".git") ? repo.substring(0, repo.length() - 4) : repo;
        return access.forGit(owner, name, pushing ? Permission.WRITE : Permission.READ);
    }

    private static UploadPack uploadPack(Repository repository, String protocol) {
        UploadPack pack = new UploadPack(repository);
        pack.setBiDirectionalPipe(false);
        if (protocol != null) {
            pack.setExtraParameters(List.of(protocol.split(":")));
        }
        return pack;
    }

    private static ReceivePack receivePack(Repository repository) {
        ReceivePack pack = new ReceivePack(repository);
        pack.setBiDirectionalPipe(false);
        pack.setAllowCreates(true);
        pack.setAllowDeletes(true);
        pack.setAllowNonFastForwards(true);
        pack.setAtomic(false);
        return pack;
    }

    private static InputStream plain(InputStream body, String encoding) throws IOException {
        return encoding != null && encoding.contains("gzip") ? new GZIPInputStream(body) : body;
    }

    private static Response answer(String type, Object entity) {
        return Response.ok(entity, type)
                .header(HttpHeaders.CACHE_CONTROL, "no-cache, max-age=0, must-revalidate")
                .build();
    }
}
