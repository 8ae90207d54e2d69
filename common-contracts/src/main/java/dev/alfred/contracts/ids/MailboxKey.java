package dev.alfred.contracts.ids;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The name of one mailbox: {@code {org}-{project}-issue-{iid}} or {@code {org}-{project}-mr-{iid}}, where the project's
 * part is its key slug, fixed when it was registered.
 */
public record MailboxKey(@JsonValue String value) implements Comparable<MailboxKey> {
    private static final Pattern SHAPE = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*-(issue|mr)-[1-9][0-9]{0,18}");
    private static final int LABEL_LENGTH = 63;
    private static final int LABEL_PREFIX = 52;

    @JsonCreator
    public MailboxKey {
        if (value == null || value.length() > 128 || !SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("not a mailbox key: " + value);
        }
    }

    public static MailboxKey issue(String projectKeySlug, long iid) {
        return new MailboxKey(projectKeySlug + "-issue-" + iid);
    }

    public static MailboxKey mergeRequest(String projectKeySlug, long iid) {
        return new MailboxKey(projectKeySlug + "-mr-" + iid);
    }

    /**
     * The key as a Kubernetes label value: itself up to 63 characters, else its first 52 characters without a trailing
     * hyphen, a hyphen and ten hex digits of its SHA-256.
     */
    public String kubernetesLabel() {
        if (value.length() <= LABEL_LENGTH) {
            return value;
        }
        String prefix = value.substring(0, LABEL_PREFIX).replaceAll("-+$", "");
        return prefix + "-" + sha256(value).substring(0, 10);
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public int compareTo(MailboxKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
