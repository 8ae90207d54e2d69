package dev.alfred.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A TCP route to a database that can be cut and mended, from any class loader of the JVM. */
public final class CuttableRoute implements AutoCloseable {
    private static final String CUT = "alfred.test.route-cut";
    private static final Pattern HOST_AND_PORT = Pattern.compile("//([^:/]+):([0-9]+)/");

    private final ServerSocket server;
    private final String url;

    private CuttableRoute(ServerSocket server, String url) {
        this.server = server;
        this.url = url;
    }

    /** From now on connections break at their next use, and new ones fail. */
    public static void cut() {
        System.setProperty(CUT, "true");
    }

    public static void mend() {
        System.clearProperty(CUT);
    }

    static CuttableRoute to(String jdbcUrl) {
        Matcher target = HOST_AND_PORT.matcher(jdbcUrl);
        if (!target.find()) {
            throw new IllegalArgumentException("no host and port in " + jdbcUrl);
        }
        try {
            ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            String url = target.replaceFirst("//127.0.0.1:" + server.getLocalPort() + "/");
            CuttableRoute route = new CuttableRoute(server, url);
            int port = Integer.parseInt(target.group(2));
            Thread.ofVirtual().start(() -> route.accept(target.group(1), port));
            return route;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return url;
    }

    private void accept(String host, int port) {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                if (isCut()) {
                    client.close();
                } else {
                    Socket target = new Socket(host, port);
                    Thread.ofVirtual().start(() -> pump(client, target));
                    Thread.ofVirtual().start(() -> pump(target, client));
                }
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static void pump(Socket from, Socket to) {
        byte[] buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0 && !isCut(); read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // One side hung up; the other one is closed with it.
            return;
        }
    }

    private static boolean isCut() {
        return Boolean.getBoolean(CUT);
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
