package dev.alfred.mailbox.audit;

import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import org.hibernate.annotations.Immutable;

@Entity
@Immutable
@Table(name = "audit")
class AuditRow {
    @Id
    UUID id;

    Instant at;
    String actor;
    String action;
    String subject;
    String outcome;
    String detail;
}
