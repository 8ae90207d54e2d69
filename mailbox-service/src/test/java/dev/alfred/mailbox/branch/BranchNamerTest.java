package dev.alfred.mailbox.branch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class BranchNamerTest {
    private static final Map<String, String> TITLES = new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "Add a name on AI client and resume from it",
                    "agent/issue-7-add-a-name-on-ai-client-and-resume-from"),
            Map.entry("", "agent/issue-7"),
            Map.entry("   ", "agent/issue-7"),
            Map.entry("🚀🔥🎉", "agent/issue-7"),
            Map.entry("🚀 Launch", "agent/issue-7-launch"),
            Map.entry("Crème brûlée à la carte", "agent/issue-7-creme-brulee-a-la-carte"),
            Map.entry("Größe ändern", "agent/issue-7-grosse-andern"),
            Map.entry("Łódź działa źle", "agent/issue-7-lodz-dziala-zle"),
            Map.entry("Привет мир", "agent/issue-7-privet-mir"),
            Map.entry("Ошибка входа", "agent/issue-7-osibka-vhoda"),
            Map.entry("你好 世界", "agent/issue-7-ni-hao-shi-jie"),
            Map.entry("修复登录错误", "agent/issue-7-xiu-fu-deng-lu-cuo-wu"),
            Map.entry("こんにちは", "agent/issue-7-kon-nichiha"),
            Map.entry("カタカナ", "agent/issue-7-katakana"),
            Map.entry("안녕하세요", "agent/issue-7-annyeonghaseyo"),
            Map.entry("Ελληνικά", "agent/issue-7-ellenika"),
            Map.entry("مرحبا", "agent/issue-7-mrhba"),
            Map.entry("feat: add --dry-run", "agent/issue-7-feat-add-dry-run"),
            Map.entry("a..b~c^d:e?f*g[h\\i", "agent/issue-7-a-b-c-d-e-f-g-h-i"),
            Map.entry("../../etc/passwd", "agent/issue-7-etc-passwd"),
            Map.entry("refs/heads/main.lock", "agent/issue-7-refs-heads-main-lock"),
            Map.entry("@{upstream}", "agent/issue-7-upstream"),
            Map.entry("--force", "agent/issue-7-force"),
            Map.entry("UPPER Case TITLE", "agent/issue-7-upper-case-title"),
            Map.entry("tabs\tand\nnewlines\r\n", "agent/issue-7-tabs-and-newlines"),
            Map.entry("nul\u0000 and bell\u0007", "agent/issue-7-nul-and-bell"),
            Map.entry(
                    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk",
                    "agent/issue-7-donaudampfschifffahrtselektrizitatenhaup"),
            Map.entry(
                    "exactly forty characters in this title x",
                    "agent/issue-7-exactly-forty-characters-in-this-title-x"),
            Map.entry(
                    "exactly forty characters in this title xy",
                    "agent/issue-7-exactly-forty-characters-in-this-title"),
            Map.entry("½ of Nº 5 — ﬁne", "agent/issue-7-1-2-of-n-5-fine"),
            Map.entry("x".repeat(5_000), "agent/issue-7-" + "x".repeat(40)),
            Map.entry("word ".repeat(1_000), "agent/issue-7-word-word-word-word-word-word-word-word")));

    static List<String> titles() {
        return List.copyOf(TITLES.keySet());
    }

    @ParameterizedTest
    @MethodSource("titles")
    void makesTheNameFromTheTitle(String title) {
        assertThat(BranchNamer.name(7, title)).isEqualTo(TITLES.get(title));
    }

    @Test
    void makesOnlyNamesThatGitTakes() throws IOException, InterruptedException {
        for (String title : titles()) {
            String name = BranchNamer.name(7, title);
            Process git = new ProcessBuilder("git", "check-ref-format", "--branch", name)
                    .redirectErrorStream(true)
                    .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(git.waitFor()).as("%s: %s", name, said).isZero();
        }
    }

    @Test
    void cutsTheSlugAfterFortyCharactersAtMost() {
        for (String title : titles()) {
            assertThat(BranchNamer.name(7, title)).hasSizeLessThanOrEqualTo("agent/issue-7-".length() + 40);
        }
    }
}
