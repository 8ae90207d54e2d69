package dev.alfred.mailbox.project.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules for the names of organizations and projects and for what mailbox keys begin with. */
public final class Slugs {
    public static final String EXPECTS = "lower case letters, digits and single inner hyphens, at most 40 characters";

    private static final Pattern SHAPE = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final int LENGTH = 40;
    private static final int DIGITS = 6;

    private Slugs() {}

    public static boolean valid(String slug) {
        return slug != null && slug.length() <= LENGTH && SHAPE.matcher(slug).matches();
    }

    /**
     * What the keys of a new project's mailboxes begin with: {@code {org}-{project}}, and some digits of a hash where
     * that could be read as another project's.
     *
     * @param others {@code {org}-{project}} and key slug of every other project
     */
    public static String keySlug(
            String organization, String project, String baseUrl, String repositoryId, Set<String> others) {
        String plain = organization + "-" + project;
        if (!others.contains(plain)) {
            return plain;
        }
        return plain + "-" + sha256(baseUrl + "\n" + repositoryId).substring(0, DIGITS);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
