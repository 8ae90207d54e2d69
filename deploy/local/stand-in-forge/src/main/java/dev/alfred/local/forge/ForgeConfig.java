package dev.alfred.local.forge;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What a start of the stand-in forge may choose: where its data lies, who has an account, how hooks behave. */
@ConfigMapping(prefix = "alfred.forge")
public interface ForgeConfig {

    /** Repositories, their issues and the delivery log; a restart on the same directory continues. */
    Path dataDir();

    /** The address that payloads and pages show; by default the one the server listens on. */
    Optional<String> rootUrl();

    /** Whether public repositories can be read and cloned without a token. */
    @WithDefault("true")
    boolean anonymousRead();

    /** How long a receiver of a webhook may take. Forgejo's default. */
    @WithDefault("PT5S")
    Duration deliverTimeout();

    /** Newer Forgejo names the label that changed and tells removal apart; older and Gitea do neither. */
    @WithDefault("true")
    boolean labelInHooks();

    /** How many deliveries of a hook are kept in its log. */
    @WithDefault("500")
    int deliveriesKept();

    /** The accounts by login. */
    Map<String, User> users();

    /** One account: an id that never changes, and the token that is also its password for git. */
    interface User {
        long id();

        String token();

        Optional<String> fullName();

        Optional<String> email();

        @WithDefault("false")
        boolean admin();
    }
}
