package dev.alfred.mailbox.forge;

import java.util.Set;

import dev.alfred.contracts.vocabulary.ForgeKind;

/** One way to speak to forges of some kinds. */
public interface ForgeDialect {
    Set<ForgeKind> kinds();

    ForgeClient open(ForgeAccess access);
}
