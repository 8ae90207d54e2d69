package dev.alfred.local.model;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A scripted model, and a client of it. */
class AModel {

    @TempDir
    Path data;

    ScriptedModel model;
    ModelClient client;

    @BeforeEach
    void open() {
        model = ScriptedModel.start(data);
        client = new ModelClient(model.url());
    }

    @AfterEach
    void close() {
        client.close();
        model.close();
    }
}
