package dev.alfred.local.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** An {@code ALFRED_HOME} of its own, and the launcher as {@code ./alfred} starts it there, at free ports. */
record AlfredHome(Path path) {
    private static final int FIRST_OFFSET = 13_000;
    private static final int LAST_OFFSET = 15_000;

    Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dalfred.root=" + Path.of("../../..").toRealPath(),
                "-cp",
                System.getProperty("java.class.path"),
                AlfredCommand.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(path.resolve("output").toFile());
        builder.environment().put("ALFRED_HOME", path.toString());
        return builder.start();
    }

    String output() throws IOException {
        return Files.readString(path.resolve("output")).strip();
    }

    /** What runs with this home: it is named in their command line or environment. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> names(process, "cmdline") || names(process, "environ"))
                .toList();
    }

    private boolean names(ProcessHandle process, String file) {
        try {
            Path read = Path.of("/proc", Long.toString(process.pid()), file);
            return new String(Files.readAllBytes(read), StandardCharsets.UTF_8).contains(path.toString());
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    static String freePortOffset() {
        return IntStream.iterate(FIRST_OFFSET, offset -> offset <= LAST_OFFSET, offset -> offset + 100)
                .filter(offset -> IntStream.rangeClosed(8081, 8088).allMatch(port -> free(port + offset)))
                .mapToObj(Integer::toString)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no eight free ports between 21081 and 23188"));
    }

    private static boolean free(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (java.net.BindException taken) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
