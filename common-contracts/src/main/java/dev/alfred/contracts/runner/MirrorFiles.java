package dev.alfred.contracts.runner;

/**
 * The files of a mirror's directory on a machine, by which supervisors and launchers get along without a service: nothing
 * that is in use is removed, and no two write at once. Stages see one generation at a time, never this directory.
 */
public final class MirrorFiles {
    /** Locked shared by each supervisor whose attempt reads; its time is that of the last use. Locked alone to remove. */
    public static final String USE = "use";
    /** Locked by the one that makes a new generation. */
    public static final String KEEP = "keep";
    /** A link to the generation that counts; absent where there is none yet. */
    public static final String CURRENT = "current";

    private MirrorFiles() {}
}
