package dev.alfred.mailbox.project.model;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SlugsTest {

    @ParameterizedTest
    @ValueSource(strings = {"acme", "a", "9", "a-b-c", "1234567890123456789012345678901234567890"})
    void takesLowerCaseNamesWithSingleHyphens(String slug) {
        assertThat(Slugs.valid(slug)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-a",
                "a-",
                "a--b",
                "A",
                "a_b",
                "a.b",
                "ä",
                "a/b",
                "12345678901234567890123456789012345678901"
            })
    void refusesOthers(String slug) {
        assertThat(Slugs.valid(slug)).isFalse();
    }

    @Test
    void joinsOrganizationAndProject() {
        assertThat(Slugs.keySlug("acme", "shop", "https://forge.example", "42", Set.of("acme-blog")))
                .isEqualTo("acme-shop");
    }

    @Test
    void tellsALaterProjectApartThatCouldBeReadAsAnother() {
        String later = Slugs.keySlug("a", "b-c", "https://forge.example", "42", Set.of("a-b-c"));

        assertThat(later).matches("a-b-c-[0-9a-f]{6}");
        assertThat(later).isEqualTo(Slugs.keySlug("a", "b-c", "https://forge.example", "42", Set.of("a-b-c")));
        assertThat(later).isNotEqualTo(Slugs.keySlug("a", "b-c", "https://forge.example", "43", Set.of("a-b-c")));
    }
}
