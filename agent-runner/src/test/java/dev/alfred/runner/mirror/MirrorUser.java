package dev.alfred.runner.mirror;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.contracts.ContractJson;

/**
 * Another attempt, as a process: as its supervisor it uses a mirror until its input ends, or gives it an offer; as its
 * prepare in a pod it reads.
 */
public final class MirrorUser {
    public static final String READ = "read";

    private MirrorUser() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 2 && arguments[1].equals(READ)) {
            try (MirrorReading reading = MirrorReading.of(Path.of(arguments[0])).orElseThrow()) {
                System.out.println(reading.generation());
                System.out.flush();
                System.in.read();
            }
            return;
        }
        try (MirrorDirectory mirror = MirrorDirectory.use(Path.of(arguments[0]), disk -> Long.MAX_VALUE)
                .orElseThrow()) {
            System.out.println(mirror.shown());
            System.out.flush();
            if (arguments.length == 1) {
                System.in.read();
            } else {
                MirrorOffer offer = ContractJson.mapper().readValue(new File(arguments[1]), MirrorOffer.class);
                System.out.println(mirror.keep(offer, Path.of(arguments[2])));
            }
        }
    }

    public static Process start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                MirrorUser.class.getName());
        builder.command().addAll(List.of(arguments));
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
