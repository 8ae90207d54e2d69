package dev.alfred.runner.adapter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.process.ChildCommand;
import dev.alfred.runner.process.ChildLimits;
import dev.alfred.runner.process.ChildProcess;

/**
 * The agent CLIs of an image: below {@code /opt/agents}, as npm installs them or as {@code bin/NAME}. Native programs
 * come before npm's launchers, which leave their child behind when they are ended.
 */
public final class InstalledAgents {
    public static final Path DEFAULT = Path.of("/opt/agents");

    private static final Duration VERSION_TIMEOUT = Duration.ofSeconds(30);
    /** Tried in this order. Copilot's {@code --version} unpacks 235 MB first. */
    private static final Map<AdapterId, List<String>> VERSION_OPTIONS =
            Map.of(AdapterId.COPILOT, List.of("--binary-version", "--version"));

    private static final Map<AdapterId, List<String>> PLACES = Map.of(
            AdapterId.CLAUDE_CODE,
            List.of(
                    "node_modules/@anthropic-ai/claude-code-linux-x64/claude",
                    "node_modules/@anthropic-ai/claude-code-linux-arm64/claude",
                    "node_modules/@anthropic-ai/claude-code-linux-x64-musl/claude",
                    "node_modules/@anthropic-ai/claude-code-linux-arm64-musl/claude",
                    "node_modules/@anthropic-ai/claude-code/bin/claude.exe",
                    "node_modules/.bin/claude",
                    "bin/claude"),
            AdapterId.CODEX,
            List.of(
                    "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
                    "node_modules/@openai/codex-linux-arm64/vendor/aarch64-unknown-linux-musl/bin/codex",
                    // Where it lay up to 0.146.
                    "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex/codex",
                    "node_modules/@openai/codex-linux-arm64/vendor/aarch64-unknown-linux-musl/codex/codex",
                    "node_modules/.bin/codex",
                    "bin/codex"),
            AdapterId.OPENCODE,
            List.of(
                    "node_modules/opencode-linux-x64/bin/opencode",
                    "node_modules/opencode-linux-arm64/bin/opencode",
                    "node_modules/opencode-linux-x64-musl/bin/opencode",
                    "node_modules/opencode-linux-arm64-musl/bin/opencode",
                    "node_modules/opencode-linux-x64-baseline/bin/opencode",
                    "node_modules/opencode-linux-x64-baseline-musl/bin/opencode",
                    "node_modules/opencode-ai/bin/opencode.exe",
                    "node_modules/.bin/opencode",
                    "bin/opencode"),
            AdapterId.COPILOT,
            List.of(
                    "node_modules/@github/copilot-linux-x64/copilot",
                    "node_modules/@github/copilot-linux-arm64/copilot",
                    "node_modules/@github/copilot-linuxmusl-x64/copilot",
                    "node_modules/@github/copilot-linuxmusl-arm64/copilot",
                    "node_modules/.bin/copilot",
                    "bin/copilot"),
            AdapterId.GROK_BUILD,
            List.of("node_modules/@xai-official/grok/bin/grok-native", "node_modules/.bin/grok", "bin/grok"));

    private final Path directory;

    public InstalledAgents(Path directory) {
        this.directory = directory.toAbsolutePath();
    }

    /** The program to start for that agent, if it is installed. */
    public Optional<Path> find(AdapterId adapter) {
        Stream<Path> candidates =
                PLACES.getOrDefault(adapter, List.of()).stream().map(directory::resolve);
        return candidates
                .filter(Files::isRegularFile)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** What its version command tells. */
    public Optional<AgentVersion> version(AdapterId adapter, Path binary) throws IOException {
        for (String option : VERSION_OPTIONS.getOrDefault(adapter, List.of("--version"))) {
            Optional<AgentVersion> version = version(binary, option);
            if (version.isPresent()) {
                return version;
            }
        }
        return Optional.empty();
    }

    private static Optional<AgentVersion> version(Path binary, String option) throws IOException {
        Path home = Files.createTempDirectory("alfred-version-");
        try {
            StringBuilder printed = new StringBuilder();
            ChildCommand command = new ChildCommand(
                    List.of(binary.toString(), option),
                    home,
                    Map.of(
                            "PATH", "/usr/local/bin:/usr/bin:/bin",
                            "HOME", home.toString(),
                            "DISABLE_AUTOUPDATER", "1",
                            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                            "OPENCODE_DISABLE_AUTOUPDATE", "1",
                            "COPILOT_AUTO_UPDATE", "false",
                            "GROK_DISABLE_AUTOUPDATER", "1"),
                    ChildCommand.NO_INPUT);
            ChildProcess.run(
                    command,
                    ChildLimits.timeout(VERSION_TIMEOUT),
                    new Cancellation(),
                    (line, child) -> printed.append(new String(line, StandardCharsets.UTF_8))
                            .append('\n'));
            return AgentVersion.in(printed.toString());
        } finally {
            Trees.remove(home);
        }
    }

    /** All agents that are installed and tell their version; fails where there is none but one that can't be read. */
    public List<DetectedAgent> detect() throws IOException {
        List<DetectedAgent> detected = new ArrayList<>();
        for (AdapterId adapter : AdapterId.values()) {
            Optional<Path> binary = find(adapter);
            if (binary.isPresent()) {
                version(adapter, binary.get())
                        .ifPresent(version -> detected.add(new DetectedAgent(
                                adapter, version.toString(), binary.get().toString())));
            }
        }
        if (detected.isEmpty()) {
            refuseUnreadable();
        }
        return detected;
    }

    private void refuseUnreadable() throws IOException {
        for (List<String> places : PLACES.values()) {
            for (String place : places) {
                Path candidate = directory.resolve(place);
                if (unreadable(candidate)) {
                    throw new AccessDeniedException(
                            "%s can't be read by the user that agents run as: 'chmod -R a+rX' the directory of agents"
                                    .formatted(candidate));
                }
            }
        }
    }

    private static boolean unreadable(Path candidate) throws IOException {
        try {
            return Files.readAttributes(candidate, BasicFileAttributes.class).isRegularFile()
                    && !Files.isExecutable(candidate);
        } catch (AccessDeniedException e) {
            return true;
        } catch (FileSystemException nothingThere) {
            return false;
        }
    }
}
