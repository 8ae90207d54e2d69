package dev.alfred.mailbox.project.store;

import java.time.Instant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;

@Entity
@Table(name = "organization")
class OrganizationRow extends PanacheEntityBase {
    @Id
    String slug;

    Instant createdAt;
}
