package dev.alfred.mailbox.project;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.mailbox.project.model.Slugs;
import dev.alfred.mailbox.setting.SettingHandler;
import dev.alfred.mailbox.setting.SettingTexts;
import dev.alfred.mailbox.setting.SettingTexts.SettingView;
import dev.alfred.mailbox.setting.model.SettingScope;
import dev.alfred.messaging.problem.ProblemException;
import io.smallrye.common.annotation.Blocking;

/** Organizations, their projects, and the settings of both. */
@Path("/organizations/{org}")
@Blocking
public class OrganizationResource {
    private final ProjectHandler projects;
    private final ProjectRegistration registration;
    private final SettingHandler settings;

    OrganizationResource(ProjectHandler projects, ProjectRegistration registration, SettingHandler settings) {
        this.projects = projects;
        this.registration = registration;
        this.settings = settings;
    }

    /** An organization as it is shown. */
    public record OrganizationView(String organization, Instant createdAt, List<String> projects) {}

    /** @param body nothing, or an object, of which nothing is read so far */
    @PUT
    @RolesAllowed("admin")
    public OrganizationView put(@PathParam("org") String org, String body, SecurityContext caller) {
        valid(org);
        nothingOrObject(body);
        projects.ensureOrganization(org, name(caller));
        return view(org);
    }

    @GET
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public OrganizationView get(@PathParam("org") String org) {
        return view(org);
    }

    @PUT
    @Path("/projects/{project}")
    @RolesAllowed("admin")
    public ProjectView putProject(
            @PathParam("org") String org,
            @PathParam("project") String project,
            @NotNull @Valid ProjectBody body,
            SecurityContext caller) {
        valid(org);
        valid(project);
        return registration.register(org, project, body, name(caller));
    }

    @GET
    @Path("/projects/{project}")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public ProjectView getProject(@PathParam("org") String org, @PathParam("project") String project) {
        return ProjectView.of(known(org, project), null);
    }

    @GET
    @Path("/settings")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public SortedMap<String, SettingView> settings(@PathParam("org") String org) {
        view(org);
        return SettingTexts.view(settings.effective(new SettingScope.Organization(org)));
    }

    @PUT
    @Path("/settings")
    @RolesAllowed("admin")
    public SortedMap<String, SettingView> putSettings(
            @PathParam("org") String org, @NotNull Map<String, JsonNode> body, SecurityContext caller) {
        view(org);
        settings.change(new SettingScope.Organization(org), SettingTexts.read(body), name(caller));
        return settings(org);
    }

    @DELETE
    @Path("/settings")
    @RolesAllowed("admin")
    public SortedMap<String, SettingView> deleteSettings(
            @PathParam("org") String org, @Context UriInfo asked, SecurityContext caller) {
        allOfThem(asked);
        view(org);
        settings.clear(new SettingScope.Organization(org), name(caller));
        return settings(org);
    }

    @GET
    @Path("/projects/{project}/settings")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public SortedMap<String, SettingView> projectSettings(
            @PathParam("org") String org, @PathParam("project") String project) {
        return effective(known(org, project));
    }

    /** Sets the keys of the body (null takes one away) and leaves the others as they are. */
    @PUT
    @Path("/projects/{project}/settings")
    @RolesAllowed("admin")
    public SortedMap<String, SettingView> putProjectSettings(
            @PathParam("org") String org,
            @PathParam("project") String project,
            @NotNull Map<String, JsonNode> body,
            SecurityContext caller) {
        Project known = known(org, project);
        settings.change(
                new SettingScope.Organization(known.organization()),
                new SettingScope.Project(known.id()),
                SettingTexts.read(body),
                name(caller));
        return effective(known);
    }

    @DELETE
    @Path("/projects/{project}/settings")
    @RolesAllowed("admin")
    public SortedMap<String, SettingView> deleteProjectSettings(
            @PathParam("org") String org,
            @PathParam("project") String project,
            @Context UriInfo asked,
            SecurityContext caller) {
        allOfThem(asked);
        Project known = known(org, project);
        settings.clear(new SettingScope.Project(known.id()), name(caller));
        return effective(known);
    }

    private static void nothingOrObject(String body) {
        try {
            if (body.isBlank() || ContractJson.mapper().readTree(body).isObject()) {
                return;
            }
        } catch (JsonProcessingException e) {
            throw ProblemException.badRequest("invalid-input", "the body is no JSON");
        }
        throw ProblemException.badRequest("invalid-input", "the body has to be an object, if there is one");
    }

    /** Whoever means to take away a part must not lose all. */
    private static void allOfThem(UriInfo asked) {
        if (!asked.getQueryParameters().isEmpty()) {
            throw ProblemException.badRequest(
                    "invalid-input",
                    "DELETE takes all settings away and has no parameters: PUT a key with null to take away that one");
        }
    }

    private SortedMap<String, SettingView> effective(Project project) {
        return SettingTexts.view(settings.effective(
                new SettingScope.Organization(project.organization()), new SettingScope.Project(project.id())));
    }

    private OrganizationView view(String org) {
        Instant since = projects.organizationSince(org)
                .orElseThrow(() -> ProblemException.notFound(
                        "unknown-organization", "there is no organization %s: PUT it first".formatted(org)));
        return new OrganizationView(
                org, since, projects.of(org).stream().map(Project::slug).toList());
    }

    private Project known(String org, String project) {
        return projects.find(org, project)
                .orElseThrow(() -> ProblemException.notFound(
                        "unknown-project", "there is no project %s/%s: PUT it first".formatted(org, project)));
    }

    private static void valid(String slug) {
        if (!Slugs.valid(slug)) {
            throw ProblemException.badRequest("invalid-name", "a name has " + Slugs.EXPECTS);
        }
    }

    private static String name(SecurityContext caller) {
        return caller.getUserPrincipal().getName();
    }
}
