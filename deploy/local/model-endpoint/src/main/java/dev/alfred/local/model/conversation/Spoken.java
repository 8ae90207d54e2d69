package dev.alfred.local.model.conversation;

import java.util.regex.Pattern;

/**
 * What a person said, out of the blocks that the agents' CLIs wrap around it. As sent by Claude Code 2.1.328, Codex
 * 0.107 to 0.169, OpenCode 1.18.33, Copilot 1.0.102 and Grok Build 1.0.41.
 */
public final class Spoken {

    private static final Pattern NOBODY_SAID = Pattern.compile(
            "<(system-reminder|environment_context|current_datetime|user_info|rules|user_instructions|INSTRUCTIONS"
                    + "|skills_instructions|permissions instructions|turn_aborted)(?: [^>]*)?>.*?</\\1>\\s*"
                    + "|^# AGENTS\\.md instructions[^\\n]*\\n+|^\\[Request interrupted by user[^\\]]*]\\s*$",
            Pattern.DOTALL);
    private static final Pattern FRAME =
            Pattern.compile("^\\s*<user_query>\\n?(.*?)\\n?</user_query>\\s*$", Pattern.DOTALL);

    private Spoken() {}

    /** Blank where the client alone spoke. */
    public static String in(String text) {
        String framed = FRAME.matcher(text).replaceFirst("$1");
        return framed.indexOf('<') < 0 && !framed.startsWith("[Request") && !framed.startsWith("# AGENTS")
                ? framed
                : NOBODY_SAID.matcher(framed).replaceAll("");
    }
}
