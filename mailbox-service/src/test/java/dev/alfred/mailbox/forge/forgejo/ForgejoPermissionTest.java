package dev.alfred.mailbox.forge.forgejo;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.mailbox.forge.ForgeTestProfile;
import dev.alfred.mailbox.forge.model.ForgePermission;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may command. */
@QuarkusTest
@TestProfile(ForgeTestProfile.class)
class ForgejoPermissionTest extends StubbedForgejo {
    @ParameterizedTest
    @CsvSource({"owner, WRITE", "admin, WRITE", "write, WRITE", "read, READ", "none, NONE", "wizard, NONE"})
    void asksTheForgeWhatAnActorMay(String permission, ForgePermission granted) {
        answer(
                BASE + "/collaborators/ada/permission",
                "{\"permission\": \"%s\", \"user\": {\"id\": 11, \"login\": \"ada\"}}".formatted(permission));

        assertThat(client.permission(new Actor("11", "ada", false))).isEqualTo(granted);
    }

    @Test
    void grantsNothingInDoubt() {
        answer(
                BASE + "/collaborators/ada/permission",
                "{\"permission\": \"admin\", \"user\": {\"id\": 12, \"login\": \"ada\"}}");
        assertThat(client.permission(new Actor("11", "ada", false)))
                .as("the name is somebody else's by now")
                .isEqualTo(ForgePermission.NONE);
        assertThat(client.permission(Actor.GHOST)).isEqualTo(ForgePermission.NONE);
        assertThat(client.permission(new Actor("11", "../../../user", false))).isEqualTo(ForgePermission.NONE);

        answer(BASE + "/collaborators/ada/permission", 403);
        assertThat(client.permission(new Actor("11", "ada", false))).isEqualTo(ForgePermission.NONE);
    }

    @Test
    void letsTheOwnerCommandEvenWhereItMayNotAskAboutOthers() {
        answer(BASE + "/collaborators/acme/permission", 403);

        assertThat(client.permission(new Actor("3", "acme", false))).isEqualTo(ForgePermission.WRITE);
        assertThat(client.permission(new Actor("4", "acme", false))).isEqualTo(ForgePermission.NONE);
    }
}
