package dev.alfred.mailbox.project.model;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whether git's address of a repository lies on the forge that its connection names: the credential goes nowhere else.
 * An address that can be read in two ways lies nowhere.
 */
public final class CloneAddress {
    private CloneAddress() {}

    public static boolean liesOn(String baseUrl, String cloneUrl) {
        Optional<URI> base = web(baseUrl);
        Optional<URI> clone = web(cloneUrl);
        return base.isPresent() && clone.isPresent() && liesOn(base.get(), clone.get());
    }

    private static boolean liesOn(URI base, URI clone) {
        return clone.getRawUserInfo() == null
                && clone.getRawQuery() == null
                && clone.getRawFragment() == null
                && clone.getScheme().equalsIgnoreCase(base.getScheme())
                && clone.getHost().equalsIgnoreCase(base.getHost())
                && port(clone) == port(base)
                && below(path(base), path(clone));
    }

    /** Servers differ in how they read dots and empty parts, so that neither is below anything. */
    private static boolean below(String base, String path) {
        boolean plain = Arrays.stream(path.split("/", -1)).skip(1).noneMatch(CloneAddress::odd);
        return plain && path.startsWith(base + "/");
    }

    private static boolean odd(String part) {
        return part.isEmpty() || part.equals(".") || part.equals("..") || part.contains("\\");
    }

    private static String path(URI address) {
        String path = address.getPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) {
            return address.getPort();
        }
        return address.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    private static Optional<URI> web(String text) {
        try {
            URI address = new URI(text);
            boolean web = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
            return Optional.of(address).filter(found -> web && found.getHost() != null);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
