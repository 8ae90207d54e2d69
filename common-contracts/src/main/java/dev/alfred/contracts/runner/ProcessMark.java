package dev.alfred.contracts.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Names one process of one boot of this machine, so that a process id that was given out again, or one from before a
 * restart, is not taken for it.
 *
 * @param startTicks when it started, in clock ticks since the boot ({@code /proc/PID/stat}, field 22)
 */
public record ProcessMark(long pid, long startTicks, String bootId) {
    private static final Path PROC = Path.of("/proc");
    private static final int START_TICKS_AFTER_NAME = 19;
    private static final long NOT_THERE = -1;

    /** The process as it is now; start ticks of -1 when it has ended already. */
    public static ProcessMark of(long pid) throws IOException {
        return new ProcessMark(pid, startTicks(pid), currentBoot());
    }

    public static String currentBoot() throws IOException {
        return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
    }

    /** Whether it is from before this machine's last start. */
    public boolean fromAnEarlierBoot() throws IOException {
        return !bootId.equals(currentBoot());
    }

    /** Whether this very process is still there; a zombie is not. */
    public boolean alive() throws IOException {
        return startTicks != NOT_THERE && !fromAnEarlierBoot() && startTicks(pid) == startTicks;
    }

    private static long startTicks(long pid) throws IOException {
        try {
            String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            // The command's name, in parentheses, may hold spaces and parentheses itself.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return "Z".equals(fields[0]) || "X".equals(fields[0])
                    ? NOT_THERE
                    : Long.parseLong(fields[START_TICKS_AFTER_NAME]);
        } catch (NoSuchFileException e) {
            return NOT_THERE;
        } catch (IOException e) {
            if (Files.exists(PROC.resolve(Long.toString(pid)))) {
                throw e;
            }
            // It ended while it was read (ESRCH).
            return NOT_THERE;
        }
    }
}
