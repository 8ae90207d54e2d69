package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

import dev.alfred.contracts.runner.AttemptPlan.Mount;

/**
 * The part of this machine's system that each sandbox shows: {@code /usr}, the few files of {@code /etc} that programs
 * need and that hold no secret, and users, groups and hosts of its own.
 *
 * @param arguments for bubblewrap
 * @param own files that were written for the sandbox, and where it shows them
 */
record SystemFiles(List<String> arguments, List<Mount> own) {
    private static final List<String> LINKED = List.of("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");
    private static final List<String> ETC = List.of(
            "ssl/certs",
            "ssl/openssl.cnf",
            "pki/tls/certs",
            "pki/ca-trust/extracted",
            "ca-certificates",
            "crypto-policies",
            "ld.so.cache",
            "ld.so.conf",
            "ld.so.conf.d",
            "alternatives",
            "localtime",
            "protocols",
            "services",
            "mime.types");

    SystemFiles {
        arguments = List.copyOf(arguments);
        own = List.copyOf(own);
    }

    /** Looks at this machine, and writes what is the sandbox's own into the directory. */
    static SystemFiles of(Path directory, long uid, long gid) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--ro-bind", "/usr", "/usr"));
        for (String name : LINKED) {
            Path path = Path.of(name);
            if (Files.isSymbolicLink(path)) {
                arguments.addAll(
                        List.of("--symlink", Files.readSymbolicLink(path).toString(), name));
            } else if (Files.isDirectory(path)) {
                arguments.addAll(List.of("--ro-bind", name, name));
            }
        }
        arguments.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--dir", "/run", "--dir", "/var"));
        arguments.addAll(List.of("--symlink", "../tmp", "/var/tmp"));
        for (String name : ETC) {
            arguments.addAll(List.of("--ro-bind-try", "/etc/" + name, "/etc/" + name));
        }
        try (DirectoryStream<Path> java = Files.newDirectoryStream(Path.of("/etc"), "java*")) {
            // Distributions keep a JDK's configuration there.
            java.forEach(path -> arguments.addAll(List.of("--ro-bind-try", path.toString(), path.toString())));
        }
        return new SystemFiles(arguments, own(directory, uid, gid));
    }

    private static List<Mount> own(Path directory, long uid, long gid) throws IOException {
        Files.createDirectories(directory);
        return List.of(
                file(
                        directory,
                        "passwd",
                        "root:x:0:0:root:/:/usr/sbin/nologin\nagent:x:%d:%d:agent:/home/agent:/bin/sh\n"
                                .formatted(uid, gid)),
                file(directory, "group", "root:x:0:\nagent:x:%d:\n".formatted(gid)),
                file(directory, "hosts", "127.0.0.1 localhost runner\n"),
                file(directory, "nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"));
    }

    private static Mount file(Path directory, String name, String content) throws IOException {
        Path file = Files.writeString(directory.resolve(name), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        return new Mount(file.toString(), "/etc/" + name);
    }
}
