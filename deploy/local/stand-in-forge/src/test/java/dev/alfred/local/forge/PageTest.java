package dev.alfred.local.forge;

import java.util.List;
import java.util.Map;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import org.junit.jupiter.api.Test;

import static dev.alfred.local.forge.ForgeClient.DEV;
import static dev.alfred.local.forge.ForgeClient.aLabel;
import static dev.alfred.local.forge.ForgeClient.aRepository;
import static dev.alfred.local.forge.ForgeClient.anIssue;
import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class PageTest {

    @Test
    void showsRepositoriesIssuesAndCommentsWithoutAnyOutsideAddress() {
        String repository = aRepository();
        String page = repository.replace("/api/v1/repos", "");
        long number = anIssue(repository, "<b>bold</b> & brave");
        long label = aLabel(repository, "alfred:waiting");
        DEV.with(Map.of("labels", List.of(label))).post(repository + "/issues/" + number + "/labels");
        DEV.with(Map.of("body", "seen <!-- alfred:1 -->")).post(repository + "/issues/" + number + "/comments");
        assertThat(html("/")).contains(page.substring(1));
        assertThat(html(page)).contains("&lt;b&gt;bold&lt;/b&gt; &amp; brave", "alfred:waiting", "README.md");
        assertThat(html(page + "/issues/" + number))
                .contains("seen")
                .doesNotContain("alfred:1", "src=\"http", "href=\"http");
        RestAssured.get("/dev/none").then().statusCode(404);
    }

    private static String html(String path) {
        return RestAssured.get(path)
                .then()
                .statusCode(200)
                .contentType("text/html")
                .extract()
                .asString();
    }
}
