package dev.alfred.contracts.internal;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Where the session state of one mailbox and adapter lies, ready to be mounted. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = StateLocation.Directory.class, name = "directory"),
    @JsonSubTypes.Type(value = StateLocation.Claim.class, name = "claim")
})
public sealed interface StateLocation {
    /** A directory on this machine: absolute path, mode 0700, owned by the worker. */
    record Directory(String path) implements StateLocation {}

    /** A PersistentVolumeClaim of the runners' namespace and the path inside it. */
    record Claim(String claim, String subPath) implements StateLocation {}
}
