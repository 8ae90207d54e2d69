package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.runner.files.Trees;

/**
 * What became of a session state before it is given to an agent: checked, and then either made writable and
 * pruned to three quarters of its limit, or emptied.
 *
 * @param objection why it was emptied, or null
 * @param rejected names, sizes and hashes of what it held then
 * @param pruned older sessions that were removed from it
 */
public record StateAdmission(String objection, List<String> rejected, List<String> pruned) {
    /** @param prior the id of the session to resume, which is never pruned, or null */
    public static StateAdmission of(Path state, long maxBytes, String prior) throws IOException {
        StateGuard.Verdict verdict = StateGuard.inspect(state, maxBytes);
        if (verdict.accepted()) {
            Trees.letOwnerWrite(state);
            return new StateAdmission(null, List.of(), StatePruning.prune(state, maxBytes, verdict.bytes(), prior));
        }
        List<String> inventory = StateGuard.inventory(state);
        Trees.empty(state);
        return new StateAdmission(verdict.objection(), inventory, List.of());
    }
}
