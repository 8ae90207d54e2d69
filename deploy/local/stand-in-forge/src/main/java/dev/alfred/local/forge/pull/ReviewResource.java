package dev.alfred.local.forge.pull;

import java.util.List;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Review;
import dev.alfred.local.forge.project.Access;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.Page;
import dev.alfred.local.forge.view.PullViews;

/** Reviews of a pull request over REST. */
@Path("/api/v1/repos/{owner}/{repo}")
public class ReviewResource {

    private final Access access;
    private final ForgeStore store;
    private final ReviewHandler handler;
    private final PullViews views;

    ReviewResource(Access access, ForgeStore store, ReviewHandler handler, PullViews views) {
        this.access = access;
        this.store = store;
        this.handler = handler;
        this.views = views;
    }

    @GET
    @Path("pulls/{number: \\d+}/reviews")
    public Response list(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            @Context UriInfo uri) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        Issue issue = store.read(repository, state -> PullHandler.find(state, number));
        List<Review> reviews = store.read(repository, state -> state.reviews(number));
        return Page.of(reviews, uri, review -> views.review(repository.project(), issue, review));
    }

    @POST
    @Path("pulls/{number: \\d+}/reviews")
    public ObjectNode create(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            ReviewHandler.NewReview wish) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        Review review = handler.submit(repository, access.account(), number, wish);
        Issue issue = store.read(repository, state -> PullHandler.find(state, number));
        return views.review(repository.project(), issue, review);
    }

    @GET
    @Path("pulls/{number: \\d+}/reviews/{id: \\d+}/comments")
    public ArrayNode comments(
            @PathParam("owner") String owner,
            @PathParam("repo") String repo,
            @PathParam("number") long number,
            @PathParam("id") long id) {
        RepositoryState repository = access.repository(owner, repo, Permission.READ);
        return store.read(repository, state -> {
            Issue issue = PullHandler.find(state, number);
            Review review =
                    state.review(id).filter(found -> found.number() == number).orElseThrow(ForgeError::notFound);
            return Json.array(review.comments(), comment -> views.lineComment(state.project(), issue, review, comment));
        });
    }
}
