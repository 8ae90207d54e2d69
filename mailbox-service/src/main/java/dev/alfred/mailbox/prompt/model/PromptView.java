package dev.alfred.mailbox.prompt.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.mailbox.forge.model.ForgeMarker;
import dev.alfred.mailbox.prompt.model.PromptInput.OutsiderTexts;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptComment;
import dev.alfred.mailbox.prompt.model.PromptInput.Voice;

/**
 * What the templates show of a run, with every foreign text quoted. {@code null} parts are not shown.
 *
 * @param early how the last run ended, if before its time
 * @param title null in a delta whose issue did not change, as is the body
 * @param leftOut how many comments by people without write access are not shown
 * @param older how many comments are not shown because there are too many
 */
public record PromptView(
        String run,
        String phase,
        String form,
        String head,
        String branch,
        String base,
        String early,
        long iid,
        String author,
        String title,
        String body,
        String requester,
        String request,
        List<Remark> remarks,
        long leftOut,
        long older,
        String instructions,
        String resultFile) {
    private static final int MOST_COMMENTS = 200;

    /** One comment, quoted. */
    public record Remark(String login, String at, boolean outsider, boolean alfred, String text) {}

    /** Whether only what is new is told. */
    public boolean delta() {
        return form.equals(PromptForm.DELTA.wire());
    }

    /** The view with each quoted text at most {@code cap} UTF-8 bytes long. */
    public static PromptView of(PromptInput input, PromptForm form, int cap) {
        UnaryOperator<String> quote = text -> text == null ? null : DataBlock.fenced(cut(text, cap));
        boolean issueShown = form == PromptForm.FULL || input.since().issueChanged();
        List<PromptComment> told = told(input, form);
        List<PromptComment> shown = newest(told);
        return new PromptView(
                input.run().toString(),
                input.phase().wire(),
                form.wire(),
                input.headCommit(),
                DataBlock.inline(input.branch()),
                DataBlock.inline(input.base()),
                early(input),
                input.issue().iid(),
                DataBlock.inline(input.issue().author()),
                issueShown ? quote.apply(input.issue().title()) : null,
                issueShown ? quote.apply(input.issue().body()) : null,
                input.request() == null
                        ? null
                        : DataBlock.inline(input.request().login()),
                input.request() == null ? null : quote.apply(input.request().text()),
                shown.stream().map(comment -> remark(comment, quote)).toList(),
                leftOut(input, form),
                told.size() - shown.size(),
                quote.apply(input.instructions()),
                RunnerPaths.RESULT_FILE);
    }

    /** The sizes in UTF-8 bytes of all texts that the view of this form would quote. */
    public static List<Integer> quotedSizes(PromptInput input, PromptForm form) {
        List<String> texts = new ArrayList<>();
        if (form == PromptForm.FULL || input.since().issueChanged()) {
            texts.add(input.issue().title());
            texts.add(input.issue().body());
        }
        if (input.request() != null) {
            texts.add(input.request().text());
        }
        texts.add(input.instructions());
        newest(told(input, form)).forEach(comment -> texts.add(readable(comment)));
        return texts.stream()
                .filter(text -> text != null)
                .map(text -> bytes(DataBlock.clean(text)))
                .toList();
    }

    private static List<PromptComment> told(PromptInput input, PromptForm form) {
        return input.conversation().stream()
                .filter(comment -> isNew(comment, input, form))
                .filter(comment -> switch (comment.voice()) {
                    case MEMBER -> true;
                    case OUTSIDER -> input.outsiders() == OutsiderTexts.QUOTE;
                    case ALFRED -> form == PromptForm.FULL && !comment.body().contains(ForgeMarker.STATUS);
                })
                .toList();
    }

    private static long leftOut(PromptInput input, PromptForm form) {
        return input.outsiders() == OutsiderTexts.QUOTE
                ? 0
                : input.conversation().stream()
                        .filter(comment -> comment.voice() == Voice.OUTSIDER && isNew(comment, input, form))
                        .count();
    }

    private static boolean isNew(PromptComment comment, PromptInput input, PromptForm form) {
        return form == PromptForm.FULL || comment.at().isAfter(input.since().at());
    }

    private static List<PromptComment> newest(List<PromptComment> comments) {
        return comments.subList(Math.max(0, comments.size() - MOST_COMMENTS), comments.size());
    }

    private static Remark remark(PromptComment comment, UnaryOperator<String> quote) {
        return new Remark(
                DataBlock.inline(comment.login()),
                comment.at().toString(),
                comment.voice() == Voice.OUTSIDER,
                comment.voice() == Voice.ALFRED,
                quote.apply(readable(comment)));
    }

    private static String readable(PromptComment comment) {
        return comment.voice() == Voice.ALFRED ? ForgeMarker.without(comment.body()) : comment.body();
    }

    private static String early(PromptInput input) {
        return input.since() == null || input.since().endedEarly() == ExitReason.NONE
                ? null
                : input.since().endedEarly().wire().replace('_', ' ');
    }

    private static String cut(String text, int cap) {
        return Texts.bounded(DataBlock.clean(text), cap);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
