package dev.alfred.mailbox.mailbox;

import dev.alfred.mailbox.phase.model.Bot;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.mailbox.setting.model.EffectiveSettings;

/** What holds for all decisions of one transaction. */
record DecisionScope(Project project, EffectiveSettings settings, Bot bot) {}
