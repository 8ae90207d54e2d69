package dev.alfred.mailbox.mailbox;

import jakarta.inject.Inject;

import dev.alfred.contracts.runrequests.RunRequested;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import static dev.alfred.mailbox.mailbox.Stage.MIA;

/** What tests of the whole service start from: the project acme/shop on a staged forge that can be reached. */
abstract class StagedProject {
    @Inject
    Stage stage;

    @BeforeEach
    void aProject() {
        stage.project();
    }

    @AfterEach
    void theForgeIsBack() {
        stage.forge().back();
    }

    RunRequested labelled(long iid) {
        stage.send(stage.labeled(iid, MIA));
        return stage.awaitRequest(iid, 1);
    }
}
