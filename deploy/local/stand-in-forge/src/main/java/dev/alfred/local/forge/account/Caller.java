package dev.alfred.local.forge.account;

import java.util.Optional;

import jakarta.enterprise.context.RequestScoped;

/** Who makes the present request; nobody until the credentials filter has said so. */
@RequestScoped
public class Caller {

    private Optional<Account> account = Optional.empty();

    public Optional<Account> account() {
        return account;
    }

    void is(Account known) {
        account = Optional.of(known);
    }
}
