package dev.alfred.ingest.delivery;

import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.ingest.connection.ConnectionHandler;
import dev.alfred.ingest.connection.model.Connection;
import dev.alfred.ingest.delivery.DeliveryMetrics.Answer;
import dev.alfred.ingest.delivery.model.Incoming;
import dev.alfred.ingest.delivery.model.Outcome;
import dev.alfred.ingest.delivery.model.Stored;
import dev.alfred.ingest.forge.ForgeReader;
import dev.alfred.ingest.forge.Headers;
import dev.alfred.ingest.forge.Signatures;
import dev.alfred.ingest.forge.SignedBody;
import dev.alfred.ingest.forge.Verdict;
import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.EventClass;
import dev.alfred.ingest.forge.model.Reading;
import dev.alfred.messaging.Outage;
import dev.alfred.messaging.UuidV7;
import dev.alfred.messaging.problem.ProblemException;
import org.jboss.logging.Logger;

/**
 * {@code POST /webhooks/{connection}}: from a forge's bytes to a stored delivery. The signature is checked over the raw
 * bytes, before anything is parsed; 202 is said once the delivery can't be lost.
 */
@Path("/webhooks/{connection}")
@Consumes(MediaType.WILDCARD)
@Produces(MediaType.APPLICATION_JSON)
public class WebhookResource {
    private static final Logger LOG = Logger.getLogger(WebhookResource.class);

    private final ConnectionHandler connections;
    private final DeliveryHandler deliveries;
    private final DeliveryMetrics metrics;
    private final Clock clock;

    WebhookResource(ConnectionHandler connections, DeliveryHandler deliveries, DeliveryMetrics metrics, Clock clock) {
        this.connections = connections;
        this.deliveries = deliveries;
        this.metrics = metrics;
        this.clock = clock;
    }

    @POST
    @PermitAll
    public Response receive(@PathParam("connection") String name, @Context HttpHeaders httpHeaders, InputStream body) {
        long start = System.nanoTime();
        try {
            Stored stored = receive(name, new Headers(httpHeaders.getRequestHeaders()), body);
            return Response.accepted(stored).build();
        } catch (RuntimeException e) {
            if (!Outage.ofDatabaseIsCauseOf(e)) {
                throw e;
            }
            LOG.warnf(
                    "Webhook not stored, the database is away; the forge is told to come again: connection=%s cause=%s",
                    name, e.getClass().getSimpleName());
            throw ProblemException.unavailable("storage-away", "the delivery could not be stored; send it again later");
        } finally {
            metrics.took(Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private Stored receive(String name, Headers headers, InputStream stream) {
        Optional<Connection> known = connections.find(name);
        BodyReader.Body read = BodyReader.read(stream);
        if (read instanceof BodyReader.BrokenOff) {
            LOG.infof("Webhook broke off before its end, there is nobody to answer: connection=%s", name);
        }
        Connection connection = known.orElseThrow(
                () -> ProblemException.notFound("unknown-connection", "no connection is called " + name));
        byte[] raw = switch (read) {
            case BodyReader.Whole whole -> whole.bytes();
            case BodyReader.TooLarge tooLarge ->
                throw invalid(
                        connection,
                        new ProblemException(
                                413, "body-too-large", "Content too large", "a webhook holds at most 25 MiB"));
            case BodyReader.BrokenOff brokenOff ->
                throw invalid(
                        connection, ProblemException.badRequest("broken-off", "the webhook broke off before its end"));
        };
        SignedBody body = body(connection, headers, raw);
        checkSignature(connection, headers, body);
        JsonNode payload = PayloadJson.parse(body.payload())
                .orElseThrow(() -> invalid(
                        connection, ProblemException.badRequest("not-json", "the webhook's payload is no JSON")));
        return store(connection, headers, body, payload);
    }

    private SignedBody body(Connection connection, Headers headers, byte[] raw) {
        return switch (WebhookBody.of(connection.forge(), headers.first("Content-Type"), raw)) {
            case WebhookBody.Readable readable -> readable.body();
            case WebhookBody.UnsupportedType unsupported ->
                throw invalid(connection, ProblemException.unsupportedMediaType());
            case WebhookBody.BrokenForm broken ->
                throw invalid(
                        connection,
                        ProblemException.badRequest("broken-form", "the form has no readable payload field"));
        };
    }

    private void checkSignature(Connection connection, Headers headers, SignedBody body) {
        Verdict verdict = Signatures.check(connection.forge(), connection.secrets(), headers, body, clock.instant());
        if (verdict instanceof Verdict.Refused refused) {
            metrics.answered(connection.forge(), EventClass.OTHER, Answer.REFUSED);
            LOG.infof("Webhook refused: connection=%s signature=%s", connection.name(), refused.why());
            throw new ProblemException(
                    401, "bad-signature", "Unauthorized", "the signature fits none of the connection's secrets");
        }
    }

    private Stored store(Connection connection, Headers headers, SignedBody body, JsonNode payload) {
        ForgeReader reader = ForgeReader.of(connection.forge());
        Arrival arrival = new Arrival(
                UuidV7.next(),
                connection.name(),
                connection.forge(),
                clock.instant().truncatedTo(ChronoUnit.MICROS));
        Reading reading = reader.read(arrival, headers, payload);
        Stored stored;
        try {
            stored = deliveries.store(new Incoming(
                    arrival,
                    reader.key(headers, body.payload()),
                    reading,
                    connection.speaksFor(reading.subject().repositoryId()),
                    headers.storable(),
                    PayloadJson.withoutSecrets(body.payload(), payload, connection.secrets()),
                    null));
        } catch (RuntimeException e) {
            metrics.answered(connection.forge(), reading.subject().eventClass(), Answer.UNAVAILABLE);
            throw e;
        }
        metrics.answered(connection.forge(), reading.subject().eventClass(), answer(stored.outcome()));
        LOG.infof(
                "Webhook answered: connection=%s delivery=%s event=%s action=%s outcome=%s reason=%s",
                connection.name(),
                stored.delivery(),
                reading.subject().event(),
                reading.subject().action(),
                stored.outcome().wire(),
                stored.reason());
        return stored;
    }

    private ProblemException invalid(Connection connection, ProblemException problem) {
        metrics.answered(connection.forge(), EventClass.OTHER, Answer.INVALID);
        return problem;
    }

    private static Answer answer(Outcome outcome) {
        return switch (outcome) {
            case ACCEPTED -> Answer.ACCEPTED;
            case DUPLICATE -> Answer.DUPLICATE;
            case IGNORED -> Answer.IGNORED;
        };
    }
}
