package dev.alfred.orchestrator.forge.model;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.CredentialAccess;
import dev.alfred.contracts.vocabulary.Stage;

/**
 * The terms of an attempt's forge credentials, each null where it doesn't end. The run stage has none, so it has no term.
 */
public record CredentialTerms(CredentialTerm prepare, CredentialTerm publish) {
    public static final CredentialTerms NONE = new CredentialTerms(null, null);

    /** Those of what an attempt is launched with. */
    public static CredentialTerms of(GitCredential prepare, GitCredential publish, Instant now) {
        return new CredentialTerms(CredentialTerm.of(prepare, now), CredentialTerm.of(publish, now));
    }

    /** After a second launch of an attempt: the first one's credentials stay where they got there. */
    public CredentialTerms orEarlier(CredentialTerms launched) {
        return new CredentialTerms(
                CredentialTerm.earliest(prepare, launched.prepare), CredentialTerm.earliest(publish, launched.publish));
    }

    /** Whether nothing of it ends. */
    public boolean endless() {
        return prepare == null && publish == null;
    }

    /**
     * The stages whose credential is to be renewed now.
     *
     * @param present the stage that runs, or null before the first
     * @param writes whether the phase pushes: in others publish never speaks to the forge
     */
    public List<Stage> due(Stage present, boolean writes, Instant now) {
        return needed(present, writes)
                .filter(stage -> of(stage).map(term -> term.due(now)).orElse(false))
                .toList();
    }

    /** Why a stage that still needs it has no new credential, if that is so. */
    public Optional<CredentialTerm> trouble(Stage present, boolean writes) {
        return needed(present, writes)
                .map(stage -> of(stage).orElse(null))
                .filter(Objects::nonNull)
                .filter(term -> term.failures() > 0)
                .findFirst();
    }

    public CredentialTerms renewed(Stage stage, GitCredential credential, Instant now) {
        return with(stage, CredentialTerm.of(credential, now));
    }

    public CredentialTerms failed(Stage stage, Instant now, String reason, String detail) {
        return with(stage, of(stage).orElseThrow().failed(now, reason, detail));
    }

    public CredentialTerms later(Stage stage, Instant now) {
        return with(stage, of(stage).orElseThrow().later(now));
    }

    /** What the stage may do with its credential. */
    public static CredentialAccess access(Stage stage) {
        return stage == Stage.PREPARE ? CredentialAccess.READ : CredentialAccess.WRITE;
    }

    private static Stream<Stage> needed(Stage present, boolean writes) {
        return Stream.of(Stage.PREPARE, Stage.PUBLISH)
                .filter(stage -> present == null || stage.compareTo(present) >= 0)
                .filter(stage -> writes || stage == Stage.PREPARE);
    }

    private Optional<CredentialTerm> of(Stage stage) {
        return Optional.ofNullable(
                switch (stage) {
                    case PREPARE -> prepare;
                    case RUN -> null;
                    case PUBLISH -> publish;
                });
    }

    private CredentialTerms with(Stage stage, CredentialTerm term) {
        return switch (stage) {
            case PREPARE -> new CredentialTerms(term, publish);
            case RUN -> this;
            case PUBLISH -> new CredentialTerms(prepare, term);
        };
    }
}
