package dev.alfred.local.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How each agent's CLI is told to use a model of one's own, to begin a session and to go on with it. */
enum RealCli {
    CLAUDE_CODE("claude", "", "") {
        @Override
        List<String> arguments(boolean resume, String session, Path prompt) {
            return List.of(
                    "-p",
                    resume ? "--resume" : "--session-id",
                    session,
                    "--output-format",
                    "stream-json",
                    "--verbose",
                    "--dangerously-skip-permissions",
                    "--model",
                    "sonnet",
                    "--max-turns",
                    "5");
        }

        @Override
        Map<String, String> environment(String url) {
            return Map.of(
                    "ANTHROPIC_API_KEY", "made-up",
                    "ANTHROPIC_BASE_URL", url,
                    "IS_SANDBOX", "1",
                    "DISABLE_AUTOUPDATER", "1",
                    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
        }
    },
    CODEX("codex", ".codex/config.toml", """
            check_for_update_on_startup = false
            model = "gpt-scripted"
            model_provider = "scripted"
            [model_providers.scripted]
            name = "scripted"
            base_url = "@MODEL@/v1"
            env_key = "MODEL_KEY"
            wire_api = "responses"
            """) {
        @Override
        List<String> arguments(boolean resume, String session, Path prompt) {
            List<String> start = List.of("exec", "--json", "--dangerously-bypass-approvals-and-sandbox");
            return joined(start, resume ? List.of("resume", session, "-") : List.of("-"));
        }

        @Override
        Pattern reportedSession() {
            return Pattern.compile("\"thread_id\":\"([^\"]+)\"");
        }
    },
    OPENCODE("opencode", ".config/opencode/opencode.json", """
            {"autoupdate": false, "provider": {"scripted": {"npm": "@ai-sdk/openai-compatible", "name": "scripted",
              "options": {"baseURL": "@MODEL@/v1", "apiKey": "made-up"},
              "models": {"m": {"name": "m", "limit": {"context": 100000, "output": 8000}}}}}}
            """) {
        @Override
        List<String> arguments(boolean resume, String session, Path prompt) {
            List<String> start = List.of("run", "--format", "json", "--auto", "-m", "scripted/m");
            return joined(start, resume ? List.of("--session", session) : List.of("--title", "a title"));
        }

        @Override
        Map<String, String> environment(String url) {
            return Map.of("OPENCODE_DISABLE_AUTOUPDATE", "1", "OPENCODE_DISABLE_MODELS_FETCH", "1");
        }

        @Override
        Pattern reportedSession() {
            return Pattern.compile("\"sessionID\":\"([^\"]+)\"");
        }
    },
    COPILOT("copilot", "", "") {
        @Override
        List<String> arguments(boolean resume, String session, Path prompt) {
            return List.of(
                    (resume ? "--resume=" : "--session-id=") + session,
                    "--model",
                    "scripted",
                    "--allow-all",
                    "--no-ask-user",
                    "--output-format",
                    "json");
        }

        @Override
        Map<String, String> environment(String url) {
            return Map.of(
                    "COPILOT_PROVIDER_BASE_URL", url + "/v1",
                    "COPILOT_PROVIDER_API_KEY", "made-up",
                    "COPILOT_MODEL", "scripted",
                    "COPILOT_AUTO_UPDATE", "false",
                    "COPILOT_OFFLINE", "true");
        }
    },
    GROK_BUILD("grok", ".grok/config.toml", """
            [cli]
            auto_update = false
            [features]
            telemetry = false
            [models]
            default = "scripted"
            [model.scripted]
            model = "scripted"
            base_url = "@MODEL@/v1"
            env_key = "MODEL_KEY"
            api_backend = "chat_completions"
            """) {
        @Override
        List<String> arguments(boolean resume, String session, Path prompt) {
            return List.of(
                    "--prompt-file",
                    prompt.toString(),
                    resume ? "--resume" : "--session-id",
                    session,
                    "-m",
                    "scripted",
                    "--always-approve",
                    "--output-format",
                    "streaming-messages-json");
        }
    };

    private final String program;
    private final String configFile;
    private final String config;

    RealCli(String program, String configFile, String config) {
        this.program = program;
        this.configFile = configFile;
        this.config = config;
    }

    abstract List<String> arguments(boolean resume, String session, Path prompt);

    Map<String, String> environment(String url) {
        return Map.of("MODEL_KEY", "made-up", "GROK_DISABLE_AUTOUPDATER", "1");
    }

    /** Where the CLI chooses its session's id itself, what reports it. */
    Pattern reportedSession() {
        return Pattern.compile("\"(?:session_id|sessionId)\":\"([^\"]+)\"");
    }

    String sessionIn(String output) {
        return reportedSession()
                .matcher(output)
                .results()
                .reduce((first, last) -> last)
                .map((MatchResult found) -> found.group(1))
                .orElseThrow(() -> new AssertionError("no session is named in: " + output));
    }

    Path in(Path agents) {
        return agents.resolve("node_modules/.bin").resolve(program);
    }

    /** Below HOME; empty where the environment says all. */
    String configFile() {
        return configFile;
    }

    String config(String url) {
        return config.replace("@MODEL@", url);
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
