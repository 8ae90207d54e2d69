package dev.alfred.local.forge.page;

import java.util.List;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;

/** The templates of the forge's own pages. */
@CheckedTemplate
final class ForgePages {

    private ForgePages() {}

    static native TemplateInstance home(List<RepositoryLine> repositories);

    static native TemplateInstance repository(RepositoryPage page);

    static native TemplateInstance conversation(ConversationPage page);
}
