package dev.alfred.contracts.runner;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A host and port that a stage may reach, written {@code host:port}; without a port 443.
 *
 * @param host a lower-case name or an address, IPv6 without brackets
 */
public record Destination(String host, int port) {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final Pattern TEXT =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.]{2,45})]|([A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})))(?::([0-9]{1,5}))?");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|::1");

    public Destination {
        if (host.isEmpty() || port < 1 || port > 65535) {
            throw new IllegalArgumentException("not a host and port: " + host + ":" + port);
        }
        String lower = host.toLowerCase(Locale.ROOT);
        host = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /** Reads {@code host}, {@code host:port} or {@code [ipv6]:port}. */
    @JsonCreator
    public static Destination parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a host and port: " + text);
        }
        String port = parts.group(3);
        return new Destination(
                parts.group(1) != null ? parts.group(1) : parts.group(2),
                port == null ? HTTPS : Integer.parseInt(port));
    }

    /** The destination of an http or https address. */
    public static Destination of(URI address) {
        String host = address.getHost();
        if (host == null) {
            throw new IllegalArgumentException("an address without a host");
        }
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        int port = address.getPort() >= 0 ? address.getPort() : "http".equals(address.getScheme()) ? HTTP : HTTPS;
        return new Destination(bare, port);
    }

    /** Whether it is named as this very machine: {@code localhost}, {@code 127.*} or {@code ::1}. */
    public boolean loopback() {
        return LOOPBACK.matcher(host).matches();
    }

    @Override
    @JsonValue
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
