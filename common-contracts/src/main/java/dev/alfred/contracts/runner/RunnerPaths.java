package dev.alfred.contracts.runner;

/** The one layout that every isolated runner gives the stages; the host runner maps it below a directory of the attempt. */
public final class RunnerPaths {
    /** Read-only in every stage: {@code spec.json}, {@code prompt-full.md}, {@code prompt-delta.md}. */
    public static final String INPUT = "/alfred/input";
    /** {@code username} and {@code password} of the forge, and until when they are good; in prepare and publish only. */
    public static final String FORGE_CREDENTIALS = "/alfred/credentials/forge";
    /** The file beside them that says until when, in ISO 8601; empty or absent where they are good for ever. */
    public static final String CREDENTIAL_EXPIRY = "expires-at";
    /** One file a variable; in run only. */
    public static final String PROVIDER_CREDENTIALS = "/alfred/credentials/provider";
    /** Written by prepare ({@code prepare.json}), read-only afterwards. */
    public static final String PREPARED = "/alfred/handover/prepare";
    /** Written by run ({@code run.json}), read-only in publish, and not to be trusted there. */
    public static final String RAN = "/alfred/handover/run";
    /** Where a stage leaves its termination message, at most 4 KiB. */
    public static final String TERMINATION = "/alfred/termination/message";
    /** The way out: a unix socket that speaks HTTP proxy (absolute form and CONNECT), allow-listed per stage. */
    public static final String EGRESS_SOCKET = "/alfred/egress/proxy.sock";
    /** Where the mailbox's state of this adapter is mounted in prepare, for the safety check. */
    public static final String STATE = "/alfred/state";
    /**
     * Read-only, in prepare only: a bare repository with the base branch's history as it was at an earlier run. Empty where
     * there is none yet, absent where none is kept.
     */
    public static final String MIRROR = "/alfred/mirror";
    /**
     * In a pod, instead: the mirror's directory with all that {@link MirrorFiles} names. Read-only in prepare, writable in
     * the container {@link #KEEP} between prepare and run, and nowhere else.
     */
    public static final String MIRROR_DIRECTORY = "/alfred/mirrors";
    /** The command, and the container of a pod, that takes into the mirror what prepare fetched. */
    public static final String KEEP = "keep";
    /** In the input: why a runner that should have a mirror has none; absent where all is well. */
    public static final String WITHOUT_MIRROR = "without-mirror";

    public static final String WORKSPACE = "/workspace";
    public static final String REPOSITORY = "/workspace/repo";
    public static final String RESULT_FILE = "/workspace/out/result.json";
    public static final String HOME = "/home/agent";

    private RunnerPaths() {}
}
