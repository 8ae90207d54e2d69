package dev.alfred.local.forge.page;

import java.util.List;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;

/** The front page: every repository that the caller may read. */
@Path("/")
@Produces(MediaType.TEXT_HTML)
@Blocking
public class HomeResource {

    private final Access access;
    private final ForgeStore store;
    private final PageReader reader;

    HomeResource(Access access, ForgeStore store, PageReader reader) {
        this.access = access;
        this.store = store;
        this.reader = reader;
    }

    @GET
    public TemplateInstance home() {
        List<RepositoryLine> lines = store.all().stream()
                .filter(state -> access.can(state, Permission.READ))
                .map(state -> store.read(state, reader::line))
                .toList();
        return ForgePages.home(lines);
    }
}
