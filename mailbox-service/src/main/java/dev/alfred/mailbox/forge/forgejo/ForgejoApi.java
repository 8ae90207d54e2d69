package dev.alfred.mailbox.forge.forgejo;

import java.util.List;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** The part of the HTTP API of Forgejo and Gitea that Alfred uses. */
@Path("/api/v1")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
interface ForgejoApi {
    @GET
    @Path("/user")
    Response user();

    @GET
    @Path("/repositories/{id}")
    Response repository(@PathParam("id") String id);

    @GET
    @Path("/repos/{owner}/{name}/collaborators/{login}/permission")
    Response permission(
            @PathParam("owner") String owner, @PathParam("name") String name, @PathParam("login") String login);

    @GET
    @Path("/repos/{owner}/{name}/issues/{iid}")
    Response issue(@PathParam("owner") String owner, @PathParam("name") String name, @PathParam("iid") long iid);

    @PATCH
    @Path("/repos/{owner}/{name}/issues/{iid}")
    Response editIssue(
            @PathParam("owner") String owner,
            @PathParam("name") String name,
            @PathParam("iid") long iid,
            Assignees assignees);

    @GET
    @Path("/repos/{owner}/{name}/issues/{iid}/comments")
    Response comments(@PathParam("owner") String owner, @PathParam("name") String name, @PathParam("iid") long iid);

    @POST
    @Path("/repos/{owner}/{name}/issues/{iid}/comments")
    Response postComment(
            @PathParam("owner") String owner, @PathParam("name") String name, @PathParam("iid") long iid, Text text);

    @PATCH
    @Path("/repos/{owner}/{name}/issues/comments/{id}")
    Response editComment(
            @PathParam("owner") String owner, @PathParam("name") String name, @PathParam("id") String id, Text text);

    @GET
    @Path("/repos/{owner}/{name}/labels")
    Response labels(
            @PathParam("owner") String owner,
            @PathParam("name") String name,
            @QueryParam("page") int page,
            @QueryParam("limit") int limit);

    @POST
    @Path("/repos/{owner}/{name}/labels")
    Response makeLabel(@PathParam("owner") String owner, @PathParam("name") String name, NewLabel label);

    @POST
    @Path("/repos/{owner}/{name}/issues/{iid}/labels")
    Response addLabels(
            @PathParam("owner") String owner,
            @PathParam("name") String name,
            @PathParam("iid") long iid,
            LabelIds labels);

    @DELETE
    @Path("/repos/{owner}/{name}/issues/{iid}/labels/{id}")
    Response removeLabel(
            @PathParam("owner") String owner,
            @PathParam("name") String name,
            @PathParam("iid") long iid,
            @PathParam("id") long id);

    @GET
    @Path("/repos/{owner}/{name}/pulls")
    Response pulls(
            @PathParam("owner") String owner,
            @PathParam("name") String name,
            @QueryParam("state") String state,
            @QueryParam("page") int page,
            @QueryParam("limit") int limit);

    @GET
    @Path("/repos/{owner}/{name}/pulls/{iid}")
    Response pull(@PathParam("owner") String owner, @PathParam("name") String name, @PathParam("iid") long iid);

    @POST
    @Path("/repos/{owner}/{name}/pulls")
    Response openPull(@PathParam("owner") String owner, @PathParam("name") String name, NewPull pull);

    @GET
    @Path("/repos/{owner}/{name}/hooks")
    Response hooks(
            @PathParam("owner") String owner,
            @PathParam("name") String name,
            @QueryParam("page") int page,
            @QueryParam("limit") int limit);

    @POST
    @Path("/repos/{owner}/{name}/hooks")
    Response makeHook(@PathParam("owner") String owner, @PathParam("name") String name, Hook hook);

    @PATCH
    @Path("/repos/{owner}/{name}/hooks/{id}")
    Response editHook(
            @PathParam("owner") String owner, @PathParam("name") String name, @PathParam("id") long id, Hook hook);

    record Assignees(List<String> assignees) {}

    record Text(String body) {}

    record NewLabel(String name, String color, String description) {}

    record LabelIds(List<Long> labels) {}

    record NewPull(String head, String base, String title, String body) {}

    /** A webhook to make or to correct; the type counts only when it is made. */
    record Hook(String type, HookTarget config, List<String> events, boolean active) {}
}
