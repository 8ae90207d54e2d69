package dev.alfred.runner.supervisor;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

import com.sun.net.httpserver.HttpServer;
import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What a stage in the sandbox sees, has and reaches; with the real bubblewrap. */
class SandboxTest {
    @TempDir
    Path base;

    private AnAttempt attempt;

    @BeforeEach
    void makeAnAttempt() throws IOException, InterruptedException {
        assumeTrue(AnAttempt.bubblewrapWorks(), "skipped: bubblewrap is missing or may not make user namespaces here");
        attempt = new AnAttempt(base);
    }

    @Test
    void eachStageHasItsOwnCredentialsAndNoOtherStages() throws Exception {
        attempt.whoseStagesDo("""
                echo "$1 forge $(cat /alfred/credentials/forge/password 2>/dev/null)"
                echo "$1 provider $(cat /alfred/credentials/provider/password 2>/dev/null)"
                """).played();

        assertThat(attempt.log())
                .containsExactly(
                        "prepare forge secret-of-prepare",
                        "prepare provider ",
                        "run forge ",
                        "run provider secret-of-run",
                        "publish forge secret-of-publish",
                        "publish provider ");
        assertThat(attempt.directory.resolve("credentials")).isEmptyDirectory();
    }

    @Test
    void theFileSystemHoldsNothingElseOfThisMachine() throws Exception {
        attempt.whoseStagesDo("""
                echo "root $(ls / | tr '\\n' ' ')"
                echo "etc $(ls /etc | tr '\\n' ' ')"
                echo "users $(cut -d: -f1 /etc/passwd | tr '\\n' ' ')"
                [ "$1" = run ] || exit 0
                touch /x 2>/dev/null && echo "wrote to /"
                touch /usr/x 2>/dev/null && echo "wrote to /usr"
                touch /alfred/input/x 2>/dev/null && echo "wrote to input"
                touch /alfred/handover/prepare/x 2>/dev/null && echo "wrote to prepare's handover"
                """).played();

        assertThat(attempt.log().stream().distinct())
                .anySatisfy(line -> assertThat(line.split(" "))
                        .isSubsetOf(
                                "root",
                                "alfred",
                                "bin",
                                "dev",
                                "etc",
                                "home",
                                "lib",
                                "lib32",
                                "lib64",
                                "libx32",
                                "proc",
                                "run",
                                "sbin",
                                "tmp",
                                "usr",
                                "var",
                                "workspace"))
                .anySatisfy(line -> assertThat(line).startsWith("etc").doesNotContain("shadow", "ssh", "sudoers"))
                .contains("users root agent ")
                .noneMatch(line -> line.startsWith("wrote"));
    }

    @Test
    void theWorkersDirectoriesAreItsOwn() throws Exception {
        attempt.whoseStagesDo("""
                [ "$1" = run ] || exit 0
                id -u; id -G
                for d in /home/agent /home/agent/.claude /home/agent/.claude/projects /workspace /tmp; do
                  stat -c '%n %a %u' $d
                done
                touch /home/agent/x /workspace/x /tmp/x /alfred/handover/run/x && echo written
                """).played();

        String uid = attempt.worker == null ? String.valueOf(Files.getAttribute(base, "unix:uid")) : "10001";
        String gid = attempt.worker == null ? String.valueOf(Files.getAttribute(base, "unix:gid")) : "10001";
        assertThat(attempt.log())
                .startsWith(uid)
                .contains(
                        "/home/agent 700 " + uid,
                        "/home/agent/.claude 700 " + uid,
                        "/home/agent/.claude/projects 700 " + uid,
                        "/workspace 700 " + uid,
                        "/tmp 1777 " + uid,
                        "written");
        if (attempt.worker != null) {
            assertThat(attempt.log()).contains(gid);
        }
    }

    @Test
    void onlyTheSessionsDirectoryOutlivesTheRun() throws Exception {
        attempt.whoseStagesDo("""
                case $1 in
                  prepare) echo "state $(cat /alfred/state/old)"; ! ls /home/agent/.claude 2>/dev/null ;;
                  run) echo turn > /home/agent/.claude/projects/new; echo key > /home/agent/.claude/credentials ;;
                  publish) ls -A /home/agent; ls /alfred ;;
                esac
                """);
        Files.writeString(attempt.state.resolve("old"), "earlier turns");
        Files.setPosixFilePermissions(attempt.state.resolve("old"), PosixFilePermissions.fromString("rw-r--r--"));

        attempt.played();

        assertThat(attempt.log())
                .containsExactly("state earlier turns", "credentials", "handover", "input", "termination");
        assertThat(attempt.state.resolve("new")).hasContent("turn");
        assertThat(attempt.state.resolve("credentials")).doesNotExist();
    }

    @Test
    void nothingIsInheritedFromTheEnvironmentOrTheProcesses() throws Exception {
        attempt.whoseStagesDo("""
                env | cut -d= -f1 | sort | tr '\\n' ' '; echo
                ls /proc | grep -c '^[0-9]'
                ls -l /proc/self/fd | grep -c -v -e total -e pipe -e /dev/null -e /proc
                """).played();

        assertThat(attempt.log().subList(0, 1)).containsExactly("HOME LANG PATH PWD TMPDIR USER ");
        // bubblewrap's init, the shell, and the pipe's two ends.
        assertThat(Integer.parseInt(attempt.log().get(1))).isLessThanOrEqualTo(4);
        assertThat(attempt.log().get(2)).isEqualTo("0");
    }

    @Test
    void theWorkspaceAndTheHandoversGoFromStageToStage() throws Exception {
        attempt.whoseStagesDo("""
                case $1 in
                  prepare) echo checked-out > /workspace/repo; echo base > /alfred/handover/prepare/prepare.json ;;
                  run) cat /workspace/repo /alfred/handover/prepare/prepare.json; echo ran > /alfred/handover/run/run.json ;;
                  publish) cat /alfred/handover/run/run.json; echo x > /alfred/handover/run/run.json || echo read-only ;;
                esac
                echo "{}" > /alfred/termination/message
                """).played();

        assertThat(attempt.log()).contains("checked-out", "base", "ran", "read-only");
        assertThat(attempt.end(Stage.PUBLISH).exitCode()).isZero();
        assertThat(attempt.end(Stage.PUBLISH).termination()).isEqualTo("{}\n");
        assertThat(attempt.end().cause()).isEqualTo(ExitReason.NONE);
    }

    @Test
    void aCredentialFileIsThereInRunOnlyAndReadOnly() throws Exception {
        Path file = Files.writeString(base.resolve("login.json"), "{}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        attempt.withCredentialFile(file, "/home/agent/.tool/login.json")
                .whoseStagesDo("""
                        cat /home/agent/.tool/login.json 2>/dev/null && echo " $1 has it"
                        [ "$1" = run ] && stat -c '%a' /home/agent/.tool
                        (echo changed > /home/agent/.tool/login.json) 2>/dev/null
                        true
                        """)
                .played();

        assertThat(attempt.log()).containsExactly("{} run has it", "700");
        assertThat(file).hasContent("{}");
    }

    @Test
    void onlyTheListedDestinationIsReachedAndOnlyInItsStage() throws Exception {
        HttpServer model = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        model.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        model.start();
        try (ServerSocket database = new ServerSocket(0)) {
            Destination listed = new Destination("127.0.0.1", model.getAddress().getPort());
            String service = "127.0.0.1:" + database.getLocalPort();
            List<String> program = new ArrayList<>(List.of(
                    "/opt/alfred/jdk/bin/java",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    mountClassPath(),
                    EgressProbe.class.getName()));
            program.addAll(List.of(listed.toString(), service, "192.0.2.1:443", "example.com:80"));
            attempt.reaching(listed).running(program).played();

            assertThat(attempt.log())
                    .contains(
                            "prepare socket false",
                            "run socket true",
                            "run direct HTTP/1.1 200 OK",
                            "run proxied " + listed + " HTTP/1.1 200 OK",
                            "run proxied " + service + " HTTP/1.1 403 Forbidden",
                            "run proxied 192.0.2.1:443 HTTP/1.1 403 Forbidden",
                            "run proxied example.com:80 HTTP/1.1 403 Forbidden",
                            "run connected " + service + " false",
                            "run connected 192.0.2.1:443 false",
                            "publish socket false")
                    .anyMatch(line -> line.contains("egress refused: " + service));
        } finally {
            model.stop(0);
        }
    }

    /** Shows the test's class path in the sandbox and gives it as it is there. */
    private String mountClassPath() {
        attempt.showing(Path.of(System.getProperty("java.home")), "/opt/alfred/jdk");
        List<String> inside = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            String name = path.getFileName().toString();
            if (Files.isDirectory(path) || name.startsWith("jackson-") || name.startsWith("common-contracts")) {
                inside.add("/opt/classes/" + inside.size() + "/" + path.getFileName());
                attempt.showing(path, inside.getLast());
            }
        }
        return String.join(":", inside);
    }
}
