package dev.alfred.ingest.forge;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.forge.Verdict.Why;

/**
 * Checks who sent a webhook, forge by forge, over the raw bytes and before anything is parsed. The most specific header
 * that is there decides; no other one rescues it. Any of the connection's secrets will do.
 */
public final class Signatures {
    /** How far a signed time may lie from ours. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    /** Marks a GitLab signing token, as opposed to a plain secret token. */
    public static final String SIGNING_TOKEN = "whsec_";

    private static final List<String> GITEA_FAMILY =
            List.of("X-Forgejo-Signature", "X-Gitea-Signature", "X-Gogs-Signature", "X-Hub-Signature-256");

    private Signatures() {}

    public static Verdict check(ForgeKind forge, List<String> secrets, Headers headers, SignedBody body, Instant now) {
        return switch (forge) {
            case GITHUB -> hex(headers, "X-Hub-Signature-256", secrets, body.raw());
            case GITLAB ->
                headers.present("webhook-signature")
                        ? signingToken(headers, secrets, body.raw(), now)
                        : plainToken(headers, secrets);
            case FORGEJO, GITEA -> giteaFamily(headers, secrets, body.payload());
        };
    }

    /** The key inside a signing token, or nothing where it isn't one. */
    public static Optional<byte[]> signingKey(String secret) {
        if (!secret.startsWith(SIGNING_TOKEN)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getDecoder().decode(secret.substring(SIGNING_TOKEN.length())))
                    .filter(key -> key.length > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Verdict giteaFamily(Headers headers, List<String> secrets, byte[] payload) {
        return GITEA_FAMILY.stream()
                .filter(headers::present)
                .findFirst()
                .map(name -> hex(headers, name, secrets, payload))
                .orElseGet(() -> new Verdict.Refused(Why.MISSING));
    }

    private static Verdict hex(Headers headers, String name, List<String> secrets, byte[] signed) {
        String prefix = name.equals("X-Hub-Signature-256") ? "sha256=" : "";
        return single(headers, name, value -> {
            if (!value.startsWith(prefix)) {
                return new Verdict.Refused(Why.WRONG);
            }
            String sent = value.substring(prefix.length());
            if (sent.isBlank()) {
                return new Verdict.Refused(Why.EMPTY);
            }
            return genuineIfAny(
                    secrets,
                    secret -> Hmac.isHexOf(sent, Hmac.sha256(secret.getBytes(StandardCharsets.UTF_8), signed)));
        });
    }

    private static Verdict plainToken(Headers headers, List<String> secrets) {
        return single(headers, "X-Gitlab-Token", value -> {
            byte[] sent = value.getBytes(StandardCharsets.UTF_8);
            List<String> plain = secrets.stream()
                    .filter(secret -> !secret.startsWith(SIGNING_TOKEN))
                    .toList();
            return genuineIfAny(plain, secret -> Hmac.same(sent, secret.getBytes(StandardCharsets.UTF_8)));
        });
    }

    private static Verdict signingToken(Headers headers, List<String> secrets, byte[] raw, Instant now) {
        return single(headers, "webhook-signature", value -> {
            Optional<String> id = headers.first("webhook-id");
            Optional<String> time = headers.first("webhook-timestamp");
            if (id.isEmpty() || time.isEmpty()) {
                return new Verdict.Refused(Why.MISSING);
            }
            byte[] head = (id.get() + "." + time.get() + ".").getBytes(StandardCharsets.UTF_8);
            List<byte[]> keys = secrets.stream()
                    .map(Signatures::signingKey)
                    .flatMap(Optional::stream)
                    .toList();
            List<String> sent = List.of(value.trim().split(" +"));
            boolean genuine = anyOf(keys, key -> {
                byte[] digest = Hmac.sha256(key, head, raw);
                return anyOf(sent, entry -> entry.startsWith("v1,") && Hmac.isBase64Of(entry.substring(3), digest));
            });
            if (!genuine) {
                return new Verdict.Refused(Why.WRONG);
            }
            return isFresh(time.get(), now) ? new Verdict.Genuine() : new Verdict.Refused(Why.STALE);
        });
    }

    private static boolean isFresh(String timestamp, Instant now) {
        try {
            Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), now)
                    .abs();
            return age.compareTo(TOLERANCE) <= 0;
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            return false;
        }
    }

    private interface Check {
        Verdict of(String value);
    }

    private static Verdict single(Headers headers, String name, Check check) {
        List<String> values = headers.all(name);
        if (values.isEmpty()) {
            return new Verdict.Refused(Why.MISSING);
        }
        if (values.size() > 1) {
            return new Verdict.Refused(Why.AMBIGUOUS);
        }
        String value = values.getFirst().trim();
        return value.isEmpty() ? new Verdict.Refused(Why.EMPTY) : check.of(value);
    }

    private static Verdict genuineIfAny(List<String> secrets, Predicate<String> matches) {
        return anyOf(secrets, matches) ? new Verdict.Genuine() : new Verdict.Refused(Why.WRONG);
    }

    /** Tries every candidate, so that the time taken doesn't tell which one matched. */
    private static <T> boolean anyOf(List<T> candidates, Predicate<T> matches) {
        boolean found = false;
        for (T candidate : candidates) {
            found |= matches.test(candidate);
        }
        return found;
    }
}
