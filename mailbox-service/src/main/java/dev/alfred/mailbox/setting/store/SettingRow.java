package dev.alfred.mailbox.setting.store;

import java.io.Serializable;
import java.time.Instant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;

@Entity
@IdClass(SettingRow.Key.class)
@Table(name = "setting")
class SettingRow extends PanacheEntityBase {
    @Id
    String scope;

    @Id
    String name;

    String value;
    String changedBy;
    Instant changedAt;

    record Key(String scope, String name) implements Serializable {}
}
