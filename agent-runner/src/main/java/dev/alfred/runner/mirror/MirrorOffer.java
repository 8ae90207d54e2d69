package dev.alfred.runner.mirror;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;

/**
 * What prepare hands over for the mirror, when it has something that the mirror lacks: packs of the workspace that hold
 * the branch's history to that head, and nothing that isn't reachable from it.
 *
 * @param packs their names, without a suffix
 * @param anew whether the mirror was missing or of no use, so that none of its files may be used again
 */
public record MirrorOffer(String branch, String head, List<String> packs, boolean anew) {
    /** In the handover of prepare. */
    public static final String FILE = "mirror.json";

    private static final Pattern HEAD = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final Pattern PACK = Pattern.compile("pack-(?:[0-9a-f]{40}|[0-9a-f]{64})");
    private static final Pattern BRANCH = Pattern.compile("[^\\p{Cntrl} ]{1,250}");
    private static final int LARGEST = 64 * 1024;

    public MirrorOffer {
        packs = List.copyOf(packs);
        if (!BRANCH.matcher(branch).matches()
                || !HEAD.matcher(head).matches()
                || packs.isEmpty()
                || !packs.stream().allMatch(PACK.asMatchPredicate())) {
            throw new IllegalArgumentException("no offer for a mirror");
        }
    }

    /** Of all packs that are there. */
    public static MirrorOffer of(String branch, String head, Path packs, boolean anew) throws IOException {
        try (Stream<Path> listed = Files.list(packs)) {
            List<String> names = listed.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(".pack"))
                    .map(name -> name.substring(0, name.length() - ".pack".length()))
                    .sorted()
                    .toList();
            return new MirrorOffer(branch, head, names, anew);
        }
    }

    /** What lies in a handover, if anything does; whoever wrote it is not trusted to have written an offer. */
    public static Optional<MirrorOffer> read(Path handover) throws IOException {
        Path file = handover.resolve(FILE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(ContractJson.mapper().readValue(in.readNBytes(LARGEST), MirrorOffer.class));
        } catch (JsonProcessingException e) {
            throw new IOException("the offer for the mirror can't be read", e);
        }
    }

    public void write(Path handover) throws IOException {
        Files.write(handover.resolve(FILE), ContractJson.mapper().writeValueAsBytes(this));
    }
}
