package dev.alfred.ingest.delivery;

import java.util.Locale;
import java.util.Optional;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.forge.FormPayload;
import dev.alfred.ingest.forge.SignedBody;

/** A webhook's body by its media type. */
sealed interface WebhookBody {
    record Readable(SignedBody body) implements WebhookBody {}

    record UnsupportedType() implements WebhookBody {}

    record BrokenForm() implements WebhookBody {}

    /** GitLab sends JSON only; the others may send a form with the JSON in one of its fields. */
    static WebhookBody of(ForgeKind forge, Optional<String> contentType, byte[] raw) {
        String type = contentType
                .map(text -> text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .orElse("");
        if (type.equals("application/json") || type.endsWith("+json")) {
            return new Readable(SignedBody.json(raw));
        }
        if (type.equals("application/x-www-form-urlencoded") && forge != ForgeKind.GITLAB) {
            return FormPayload.of(raw)
                    .<WebhookBody>map(payload -> new Readable(new SignedBody(raw, payload)))
                    .orElseGet(BrokenForm::new);
        }
        return new UnsupportedType();
    }
}
