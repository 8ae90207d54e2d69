package dev.alfred.runner.egress;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.contracts.runner.Destination;

/** What a client asks of the proxy, read from the head of its request. */
sealed interface ProxyRequest {
    /** {@code CONNECT host:port}: a tunnel. */
    record Connect(Destination to) implements ProxyRequest {}

    /** A request in absolute form for plain HTTP, rewritten for the origin. */
    record Forward(Destination to, byte[] head) implements ProxyRequest {}

    /** Nothing that a proxy understands. */
    record Malformed(String why) implements ProxyRequest {}

    Pattern REQUEST_LINE = Pattern.compile("([A-Z]{1,20}) ([\\x21-\\x7e]{1,8192}) HTTP/1\\.[01]");
    /** Between client and proxy only, or replaced by the proxy. */
    Set<String> HOP_BY_HOP = Set.of("proxy-authorization", "proxy-connection", "connection", "keep-alive", "host");

    /** Reads a head, its closing blank line included. */
    static ProxyRequest read(byte[] head) {
        String[] lines = new String(head, StandardCharsets.ISO_8859_1).split("\r\n", -1);
        Matcher line = REQUEST_LINE.matcher(lines[0]);
        if (!line.matches()) {
            return new Malformed("not an HTTP/1.1 request line");
        }
        try {
            return line.group(1).equals("CONNECT")
                    ? new Connect(destinationWithPort(line.group(2)))
                    : forward(line.group(1), new URI(line.group(2)), lines);
        } catch (URISyntaxException | IllegalArgumentException e) {
            return new Malformed("not a target that a proxy can reach");
        }
    }

    private static Destination destinationWithPort(String authority) {
        if (!authority.matches(".*:[0-9]+")) {
            throw new IllegalArgumentException("CONNECT names host and port");
        }
        return Destination.parse(authority);
    }

    private static ProxyRequest forward(String method, URI target, String[] lines) {
        if (!"http".equalsIgnoreCase(target.getScheme())
                || target.getHost() == null
                || target.getRawUserInfo() != null) {
            return new Malformed("only http addresses are forwarded; use CONNECT for https");
        }
        Destination to = Destination.of(URI.create("http://" + target.getRawAuthority()));
        StringBuilder head = new StringBuilder(method)
                .append(' ')
                .append(originForm(target))
                .append(" HTTP/1.1\r\nHost: ")
                .append(target.getRawAuthority())
                .append("\r\nConnection: close\r\n");
        for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                return new Malformed("not a header line");
            }
            if (!HOP_BY_HOP.contains(lines[i].substring(0, colon).toLowerCase(Locale.ROOT))) {
                head.append(lines[i]).append("\r\n");
            }
        }
        return new Forward(to, head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String originForm(URI target) {
        String path = target.getRawPath() == null || target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        return target.getRawQuery() == null ? path : path + "?" + target.getRawQuery();
    }
}
