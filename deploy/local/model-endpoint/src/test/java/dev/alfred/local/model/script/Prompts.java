package dev.alfred.local.model.script;

/** Prompts as Alfred writes them, shortened to what a script reads. */
final class Prompts {

    private Prompts() {}

    static String full(String phase, String title, String description, String resultFile) {
        return """
                Alfred-Run: 01930000-0000-7000-8000-0000000000a1
                Alfred-Phase: %s
                Alfred-Form: full

                The branch of issue 7 is `agent/issue-7-greet`; it is to be merged into `main`.

                ## The issue

                Issue 7, written by `ada`.

                Title:

                ````text
                %s
                ````

                Description:

                ````text
                %s
                ````

                ## What to hand back

                As your last act write the file `%s`.
                """.formatted(phase, title, description, resultFile);
    }

    static String question(String question, String resultFile) {
        return """
                Alfred-Run: 01930000-0000-7000-8000-0000000000a3
                Alfred-Phase: answer
                Alfred-Form: delta

                The branch of issue 7 is `agent/issue-7-greet`; it is to be merged into `main`.

                ## The question

                From `bo`, who has write access:

                ````text
                %s
                ````

                As your last act write the file `%s`.
                """.formatted(question, resultFile);
    }
}
