package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.runner.egress.EgressForwarder;

/** A stage for tests: tries to reach the addresses it is given, as a CLI would, and prints what came of it. */
final class EgressProbe {
    private EgressProbe() {}

    public static void main(String[] args) throws IOException {
        String stage = args[args.length - 1];
        Path socket = Path.of(RunnerPaths.EGRESS_SOCKET);
        System.out.println(stage + " socket " + Files.exists(socket));
        if (!Files.exists(socket)) {
            return;
        }
        Destination model = Destination.parse(args[0]);
        try (EgressForwarder way = EgressForwarder.open(socket, List.of(model))) {
            System.out.println(stage + " direct " + direct(model));
            System.setProperty("http.nonProxyHosts", "");
            System.setProperty("http.proxyHost", "127.0.0.1");
            System.setProperty("http.proxyPort", Integer.toString(way.proxy().getPort()));
            for (int i = 0; i < args.length - 1; i++) {
                System.out.println(stage + " proxied " + args[i] + " " + proxied(args[i]));
            }
        }
        for (int i = 1; i < args.length - 1; i++) {
            System.out.println(stage + " connected " + args[i] + " " + connected(Destination.parse(args[i])));
        }
    }

    private static String direct(Destination to) throws IOException {
        try (Socket socket = new Socket(to.host(), to.port())) {
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.lines().findFirst().orElse("nothing");
        }
    }

    private static String proxied(String to) {
        try {
            URLConnection connection = URI.create("http://" + to + "/").toURL().openConnection();
            return connection.getHeaderField(0);
        } catch (IOException e) {
            return "no: " + e.getMessage();
        }
    }

    private static boolean connected(Destination to) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(to.host(), to.port()), 2000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
