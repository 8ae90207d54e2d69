package dev.alfred.mailbox.prompt;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.mailbox.prompt.model.PromptBudget;
import dev.alfred.mailbox.prompt.model.PromptInput;
import dev.alfred.mailbox.prompt.model.PromptView;
import io.quarkus.qute.Engine;
import io.quarkus.qute.ReflectionValueResolver;
import io.quarkus.qute.TemplateLocator;
import io.quarkus.qute.Variant;

/**
 * Writes prompts from the templates {@code prompt/{phase}.md}. They have an engine of their own, so that they
 * are plain text (nothing is escaped for HTML) and can be tested without the application.
 */
@ApplicationScoped
public class TemplatePromptWriter implements PromptWriter {
    private static final int SLACK = 2048;

    private final Engine engine = Engine.builder()
            .addDefaults()
            .addValueResolver(new ReflectionValueResolver())
            .addLocator(TemplatePromptWriter::locate)
            .build();

    @Override
    public RunPrompts write(PromptInput input) {
        String full = render(input, PromptForm.FULL);
        return input.since() == null
                ? new RunPrompts(full, null, null)
                : new RunPrompts(
                        full, render(input, PromptForm.DELTA), input.since().run());
    }

    private String render(PromptInput input, PromptForm form) {
        String whole = render(PromptView.of(input, form, Texts.MAX_BYTES));
        int size = bytes(whole);
        if (size <= Texts.MAX_BYTES) {
            return whole;
        }
        List<Integer> quoted = PromptView.quotedSizes(input, form);
        long shown = quoted.stream()
                .mapToLong(length -> Math.min(length, Texts.MAX_BYTES))
                .sum();
        long room = Texts.MAX_BYTES - SLACK - (size - shown);
        PromptView fitting = PromptView.of(input, form, PromptBudget.cap(quoted, room));
        return Texts.bounded(render(fitting));
    }

    private String render(PromptView view) {
        return engine.getTemplate(view.phase()).data("view", view).render().stripTrailing() + "\n";
    }

    private static Optional<TemplateLocator.TemplateLocation> locate(String id) {
        String path = "/prompt/" + id + ".md";
        return TemplatePromptWriter.class.getResource(path) == null ? Optional.empty() : Optional.of(new Located(path));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private record Located(String path) implements TemplateLocator.TemplateLocation {
        @Override
        public Reader read() {
            InputStream template = TemplatePromptWriter.class.getResourceAsStream(path);
            return new InputStreamReader(template, StandardCharsets.UTF_8);
        }

        @Override
        public Optional<Variant> getVariant() {
            return Optional.empty();
        }
    }
}
