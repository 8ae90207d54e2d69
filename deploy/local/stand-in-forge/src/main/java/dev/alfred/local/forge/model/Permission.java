package dev.alfred.local.forge.model;

import java.util.Locale;
import java.util.Optional;

/** What an account may do with a repository, weakest first. */
public enum Permission {
    NONE,
    READ,
    WRITE,
    ADMIN,
    OWNER;

    public boolean allows(Permission needed) {
        return compareTo(needed) >= 0;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The rights a collaborator may be given; anything else is empty. */
    public static Optional<Permission> forCollaborator(String wire) {
        return switch (wire) {
            case "read" -> Optional.of(READ);
            case "write" -> Optional.of(WRITE);
            case "admin" -> Optional.of(ADMIN);
            default -> Optional.empty();
        };
    }
}
