package dev.alfred.mailbox.mailbox;

import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.mailbox.phase.model.Bot;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.mailbox.project.store.ProjectRepository;
import dev.alfred.mailbox.setting.SettingHandler;
import dev.alfred.mailbox.setting.model.SettingScope;

/** Reads what decisions about a project's mailboxes depend on. */
@ApplicationScoped
public class DecisionScopes {
    private final ProjectRepository projects;
    private final SettingHandler settings;

    DecisionScopes(ProjectRepository projects, SettingHandler settings) {
        this.projects = projects;
        this.settings = settings;
    }

    @Transactional(TxType.MANDATORY)
    DecisionScope of(UUID project) {
        return of(projects.find(project).orElseThrow());
    }

    @Transactional(TxType.MANDATORY)
    DecisionScope of(Project project) {
        return new DecisionScope(
                project,
                settings.effective(
                        new SettingScope.Organization(project.organization()), new SettingScope.Project(project.id())),
                new Bot(project.bot().id(), project.bot().login()));
    }
}
