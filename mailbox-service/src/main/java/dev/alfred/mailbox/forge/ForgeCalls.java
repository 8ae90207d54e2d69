package dev.alfred.mailbox.forge;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.Supplier;

import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeAnswer.Done;
import dev.alfred.mailbox.forge.model.ForgeFailure;

/** Makes a {@link ForgeAnswer} of what a forge's HTTP API answers, and counts it. Used by every dialect. */
public final class ForgeCalls {
    private static final Duration DEFAULT_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final int LEGALLY_UNAVAILABLE = 451;

    private final ForgeKind forge;
    private final ForgeMetrics metrics;

    public ForgeCalls(ForgeKind forge, ForgeMetrics metrics) {
        this.forge = forge;
        this.metrics = metrics;
    }

    /** Asks for an object. */
    public <T> ForgeAnswer<T> read(String what, Class<T> type, Supplier<Response> request) {
        return counted(what, request, body -> ContractJson.mapper().readValue(body, type));
    }

    /** Asks for a list of objects. */
    public <T> ForgeAnswer<List<T>> list(String what, TypeReference<List<T>> type, Supplier<Response> request) {
        return counted(what, request, body -> ContractJson.mapper().readValue(body, type));
    }

    /** Asks for something to be done whose answer has nothing of interest. */
    public ForgeAnswer<Done> act(String what, Supplier<Response> request) {
        return counted(what, request, body -> Done.DONE);
    }

    private interface Reader<T> {
        T read(String body) throws JsonProcessingException;
    }

    private <T> ForgeAnswer<T> counted(String what, Supplier<Response> request, Reader<T> reader) {
        ForgeAnswer<T> answer = answer(what, request, reader);
        metrics.requested(forge, answer);
        return answer;
    }

    private static <T> ForgeAnswer<T> answer(String what, Supplier<Response> request, Reader<T> reader) {
        try (Response response = request.get()) {
            if (response.getStatusInfo().getFamily() != Response.Status.Family.SUCCESSFUL) {
                return ForgeAnswer.failed(failure(what, response));
            }
            T value = reader.read(response.hasEntity() ? response.readEntity(String.class) : "null");
            return value == null
                    ? ForgeAnswer.failed(new ForgeFailure.Unreachable(what + ": the answer is empty"))
                    : ForgeAnswer.ok(value);
        } catch (JsonProcessingException e) {
            return ForgeAnswer.failed(new ForgeFailure.Unreachable(what + ": the answer is not the forge's JSON"));
        } catch (ProcessingException e) {
            return ForgeAnswer.failed(new ForgeFailure.Unreachable(what + ": no answer"));
        }
    }

    private static ForgeFailure failure(String what, Response response) {
        int status = response.getStatus();
        String detail = what + " was answered with " + status;
        return switch (status) {
            case 301, 302, 303, 307, 308 -> new ForgeFailure.Moved(detail);
            case 401 -> new ForgeFailure.Unauthorized(detail);
            case 403 ->
                limited(response)
                        ? new ForgeFailure.RateLimited(retryAfter(response), detail)
                        : new ForgeFailure.Forbidden(detail);
            case LEGALLY_UNAVAILABLE -> new ForgeFailure.Forbidden(detail);
            case 404 -> new ForgeFailure.NotFound(detail);
            case 409 -> new ForgeFailure.Conflict(detail);
            case 410 -> new ForgeFailure.Gone(detail);
            case 429 -> new ForgeFailure.RateLimited(retryAfter(response), detail);
            default ->
                status >= 400 && status < 500 && status != 408 && status != 425
                        ? new ForgeFailure.Rejected(status, detail)
                        : new ForgeFailure.Unreachable(detail);
        };
    }

    private static boolean limited(Response response) {
        return response.getHeaderString(HttpHeaders.RETRY_AFTER) != null
                || "0".equals(response.getHeaderString("x-ratelimit-remaining"));
    }

    private static Duration retryAfter(Response response) {
        Duration wait = wait(response.getHeaderString(HttpHeaders.RETRY_AFTER));
        if (wait.isNegative() || wait.isZero()) {
            return Duration.ofSeconds(1);
        }
        return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    private static Duration wait(String header) {
        if (header == null) {
            return DEFAULT_WAIT;
        }
        if (header.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(header));
        }
        try {
            Instant until = ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Duration.between(Instant.now(), until);
        } catch (DateTimeParseException e) {
            return DEFAULT_WAIT;
        }
    }
}
