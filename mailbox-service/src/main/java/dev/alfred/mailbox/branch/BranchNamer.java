package dev.alfred.mailbox.branch;

import java.util.regex.Pattern;

import com.ibm.icu.text.Transliterator;

/** Makes the name that an issue's branch gets: {@code agent/issue-{iid}-{slug of the title}}. Pure. */
public final class BranchNamer {
    private static final int SLUG_LENGTH = 40;
    private static final int TITLE_READ = 1_000;
    private static final Pattern OTHERS = Pattern.compile("[^a-z0-9]+");
    private static final Transliterator LATIN = Transliterator.getInstance("Any-Latin; Latin-ASCII; Lower");

    private BranchNamer() {}

    public static String name(long iid, String title) {
        String slug = slug(title);
        return "agent/issue-" + iid + (slug.isEmpty() ? "" : "-" + slug);
    }

    private static String slug(String title) {
        String read = title.length() <= TITLE_READ ? title : title.substring(0, TITLE_READ);
        String words = OTHERS.matcher(LATIN.transliterate(read)).replaceAll("-");
        return cut(trimmed(words));
    }

    /** At a word boundary; a first word that is too long is cut hard. */
    private static String cut(String words) {
        if (words.length() <= SLUG_LENGTH) {
            return words;
        }
        int boundary = words.lastIndexOf('-', SLUG_LENGTH);
        return words.substring(0, boundary > 0 ? boundary : SLUG_LENGTH);
    }

    private static String trimmed(String words) {
        int from = words.startsWith("-") ? 1 : 0;
        int to = words.endsWith("-") && words.length() > from ? words.length() - 1 : words.length();
        return words.substring(from, to);
    }
}
