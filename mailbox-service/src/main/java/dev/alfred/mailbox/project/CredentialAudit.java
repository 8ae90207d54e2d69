package dev.alfred.mailbox.project;

import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.internal.GitCredentialRequest;
import dev.alfred.mailbox.audit.AuditTrail;

/** Remembers each handing out of a credential. */
@ApplicationScoped
class CredentialAudit {
    private final AuditTrail audit;

    CredentialAudit(AuditTrail audit) {
        this.audit = audit;
    }

    @Transactional
    void given(UUID project, GitCredentialRequest request) {
        audit.record(
                "run-orchestrator",
                "credential.given",
                "project:" + project,
                request.access().wire(),
                request.run() == null ? null : "run " + request.run());
    }
}
