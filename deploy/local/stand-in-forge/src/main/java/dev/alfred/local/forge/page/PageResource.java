package dev.alfred.local.forge.page;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;

/** A repository's pages, for people who want to see what happens. They show what the caller may read. */
@Path("/{owner}/{repo}")
@Produces(MediaType.TEXT_HTML)
@Blocking
public class PageResource {

    private final Access access;
    private final ForgeStore store;
    private final PageReader reader;

    PageResource(Access access, ForgeStore store, PageReader reader) {
        this.access = access;
        this.store = store;
        this.reader = reader;
    }

    @GET
    public TemplateInstance repository(@PathParam("owner") String owner, @PathParam("repo") String repo) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        return ForgePages.repository(store.read(repository, reader::repository));
    }

    @GET
    @Path("{kind: issues|pulls}/{number: \\d+}")
    public TemplateInstance conversation(
            @PathParam("owner") String owner, @PathParam("repo") String repo, @PathParam("number") long number) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        return ForgePages.conversation(store.read(
                repository,
                state -> reader.conversation(state, state.issue(number).orElseThrow(ForgeError::notFound))));
    }
}
