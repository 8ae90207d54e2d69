package dev.alfred.mailbox.project.model;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CloneAddressTest {

    @ParameterizedTest
    @CsvSource({
        "https://forge.example, https://forge.example/acme/shop.git",
        "https://forge.example/, https://Forge.Example:443/acme/shop",
        "https://FORGE.example:443, HTTPS://forge.example/acme/shop.git",
        "http://forge.example, http://forge.example:80/acme/shop.git",
        "http://127.0.0.1:3000, http://127.0.0.1:3000/acme/shop.git",
        "http://[::1]:3000, http://[::1]:3000/acme/shop.git",
        "https://forge.example/git, https://forge.example/git/acme/shop.git",
        "https://forge.example/git/, https://forge.example/git/acme/a%20shop.git",
        "https://forge.example, https://forge.example/acme/shop/"
    })
    void anAddressBelowTheConnectionsBaseLiesOnItsForge(String baseUrl, String cloneUrl) {
        assertThat(CloneAddress.liesOn(baseUrl, cloneUrl)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "https://forge.example, https://evil.example/acme/shop.git",
        "https://forge.example, https://forge.example.evil.example/acme/shop.git",
        "https://forge.example, https://evil.example/forge.example/shop.git",
        "https://forge.example, http://forge.example/acme/shop.git",
        "https://forge.example, http://forge.example:443/acme/shop.git",
        "https://forge.example, https://forge.example:8443/acme/shop.git",
        "http://127.0.0.1:3000, http://127.0.0.1:13999/acme/shop.git",
        "http://127.0.0.1:3000, http://localhost:3000/acme/shop.git",
        "http://[::1]:3000, http://[::2]:3000/acme/shop.git",
        "https://forge.example, https://forge.example@evil.example/acme/shop.git",
        "https://forge.example, https://bot:secret@forge.example/acme/shop.git",
        "https://forge.example, https://evil.example#@forge.example/acme/shop.git",
        "https://forge.example, https://forge.example#@evil.example/acme/shop.git",
        "https://forge.example, https://forge.example?@evil.example/acme/shop.git",
        "https://forge.example, https://forge.example\\@evil.example/acme/shop.git",
        "https://forge.example, https://forge.example/acme%5cshop.git",
        "https://forge.example, https://forge_example/acme/shop.git",
        "https://forge.example, ssh://forge.example/acme/shop.git",
        "https://forge.example, file:///etc/passwd",
        "https://forge.example, /acme/shop.git",
        "https://forge.example, https://forge.example",
        "https://forge.example, https://forge.example/",
        "https://forge.example/git, https://forge.example/acme/shop.git",
        "https://forge.example/git, https://forge.example/gitter/acme/shop.git",
        "https://forge.example/git, https://forge.example/git/../acme/shop.git",
        "https://forge.example/git, https://forge.example/git/%2e%2e/acme/shop.git",
        "https://forge.example/git, https://forge.example/git//acme/shop.git"
    })
    void everyOtherAddressLiesElsewhere(String baseUrl, String cloneUrl) {
        assertThat(CloneAddress.liesOn(baseUrl, cloneUrl)).isFalse();
    }
}
