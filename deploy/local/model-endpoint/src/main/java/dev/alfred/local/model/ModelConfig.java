package dev.alfred.local.model;

import java.nio.file.Path;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What a start of the scripted model endpoint may choose. */
@ConfigMapping(prefix = "alfred.model")
public interface ModelConfig {

    /** Where the bodies of requests are kept, one file each. */
    Path dataDir();

    /** How many requests are remembered; the oldest go first, with their files. */
    @WithDefault("2000")
    int requestsKept();

    /** How much disk the kept bodies may take together, in megabytes. */
    @WithDefault("512")
    int megabytesKept();
}
