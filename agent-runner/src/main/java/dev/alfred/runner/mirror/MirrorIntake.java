package dev.alfred.runner.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

import dev.alfred.contracts.runner.RunnerPaths;

/** Takes into a mirror what prepare fetched, when prepare has ended and before anybody else has been in the workspace. */
public final class MirrorIntake {
    private MirrorIntake() {}

    /**
     * What came of it, for people; empty where nothing was offered.
     *
     * @param handover of prepare
     * @param workspace what stages know as {@link RunnerPaths#WORKSPACE}
     */
    public static Optional<String> take(MirrorDirectory mirror, Path handover, Path workspace) throws IOException {
        Optional<MirrorOffer> offer = MirrorOffer.read(handover);
        return offer.isEmpty() ? Optional.empty() : Optional.of(take(mirror, offer.get(), packs(workspace)));
    }

    private static String take(MirrorDirectory mirror, MirrorOffer offer, Path packs) throws IOException {
        return switch (mirror.keep(offer, packs)) {
            case KEPT -> "the mirror is at " + offer.head();
            case BUSY -> "another run brings the mirror up to date";
            case NO_ROOM -> "the mirror stays as it is: there is little room on its disk";
        };
    }

    /** Of the checkout, by directories that are no links. */
    private static Path packs(Path workspace) throws IOException {
        Path packs = workspace;
        for (Path part : Path.of(RunnerPaths.WORKSPACE)
                .relativize(Path.of(RunnerPaths.REPOSITORY).resolve(".git/objects/pack"))) {
            packs = packs.resolve(part);
            if (!Files.isDirectory(packs, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(part + " of the workspace is no directory");
            }
        }
        return packs;
    }
}
