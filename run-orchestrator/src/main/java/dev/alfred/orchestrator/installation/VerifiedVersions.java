package dev.alfred.orchestrator.installation;

import java.util.Optional;
import java.util.regex.Pattern;

import org.semver4j.Semver;
import org.semver4j.range.RangeList;
import org.semver4j.range.RangeListFactory;

/**
 * The versions of a CLI for which something is held to be true, as a range like {@code >=2.1.266 <3} or
 * {@code >=0.147.0 <0.171.0 || 0.173.x}. A version that can't be read is in none, nor is a preview of a version.
 */
final class VerifiedVersions {
    private static final String VERSION = "\\d{1,9}(\\.(\\d{1,9}|x)){0,2}";
    private static final String BOUNDS = "(>=|<=|>|<|=|~|\\^)? ?" + VERSION;
    private static final String ALTERNATIVE = "(%s( %s)*|%s - %s)".formatted(BOUNDS, BOUNDS, VERSION, VERSION);
    private static final Pattern RANGE = Pattern.compile("%s( \\|\\| %s)*".formatted(ALTERNATIVE, ALTERNATIVE));

    private final RangeList range;

    private VerifiedVersions(RangeList range) {
        this.range = range;
    }

    /** Empty holds no version at all; what is no range is an {@link IllegalArgumentException} that shows one. */
    static VerifiedVersions of(Optional<String> range) {
        return new VerifiedVersions(range.map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(VerifiedVersions::read)
                .orElse(null));
    }

    /** The library passes over what it can't read, and a range that lost a bound would hold too much. */
    private static RangeList read(String text) {
        if (!RANGE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no range of versions; write it like >=2.1.266 <3 or >=0.147.0 <0.171.0 || 0.173.x"
                            .formatted(text));
        }
        return RangeListFactory.create(text);
    }

    boolean hold(String version) {
        Semver read = Semver.parse(version);
        return range != null && read != null && read.satisfies(range);
    }
}
