package dev.alfred.orchestrator.installation;

import java.util.Optional;

import org.semver4j.Semver;
import org.semver4j.range.RangeList;
import org.semver4j.range.RangeListFactory;

/**
 * The versions of a CLI for which something was verified, as a range like {@code >=2.1.266} or
 * {@code >=0.147.0 <0.171.0 || 0.173.x}. A version that can't be read is in none.
 */
final class VerifiedVersions {
    private final RangeList range;

    private VerifiedVersions(RangeList range) {
        this.range = range;
    }

    /** Empty holds no version at all. */
    static VerifiedVersions of(Optional<String> range) {
        return new VerifiedVersions(range.filter(text -> !text.isBlank())
                .map(RangeListFactory::create)
                .orElse(null));
    }

    boolean hold(String version) {
        Semver read = Semver.parse(version);
        return range != null && read != null && read.satisfies(range);
    }
}
