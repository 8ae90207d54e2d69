package dev.alfred.runner.adapter.grok;

import java.util.Optional;

import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.AgentPlace;

/** Grok Build's {@code config.toml}: one model under a key that never changes, and nothing that is nobody's wish here. */
final class GrokSettings {
    static final String FILE = ".grok/config.toml";

    /** The key of the model, whatever the model's name: a session remembers the one it was last used with. */
    static final String MODEL = "alfred";

    private static final String VENDOR = "https://api.x.ai/v1";
    /** What the CLI takes where nobody says anything. */
    private static final String VENDOR_MODEL = "grok-4.6";

    private static final int RETRIES = 2;
    private static final int STALLED_SECONDS = 300;

    private GrokSettings() {}

    static String text(AgentPlace place, String model) {
        return """
                [cli]
                auto_update = false
                show_tips = false
                # Else an unknown session is looked for at the vendor's.
                session_registry = false

                [features]
                telemetry = false
                feedback = false
                campaigns = false
                managed_config = false
                remote_fetch = false
                session_recap = false
                turn_summary = false
                title_refresh = false
                ask_user_question = false
                image_gen = false
                video_gen = false

                [telemetry]
                trace_upload = false

                [models]
                default = "%1$s"
                session_summary = "%1$s"

                [model.%1$s]
                model = %2$s
                base_url = %3$s
                api_backend = "%4$s"
                max_retries = %5$d
                inference_idle_timeout_secs = %6$d
                %7$s
                """.formatted(
                MODEL,
                quoted(model == null ? VENDOR_MODEL : model),
                quoted(address(place)),
                backend(place.protocol()),
                RETRIES,
                STALLED_SECONDS,
                keyVariable(place).map(name -> "env_key = " + quoted(name)).orElse(""));
    }

    private static String address(AgentPlace place) {
        return place.baseUrl() == null ? VENDOR : place.baseUrl();
    }

    private static String backend(ModelProtocol protocol) {
        return switch (protocol) {
            case OPENAI_CHAT -> "chat_completions";
            case OPENAI_RESPONSES -> "responses";
            case ANTHROPIC_MESSAGES -> "messages";
        };
    }

    private static Optional<String> keyVariable(AgentPlace place) {
        return place.secrets().keySet().stream()
                .filter(name -> name.endsWith("_API_KEY"))
                .sorted()
                .findFirst()
                .or(() -> place.secrets().keySet().stream().sorted().findFirst());
    }

    /** A basic string of TOML. */
    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        value.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ' || c == 0x7f) {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
