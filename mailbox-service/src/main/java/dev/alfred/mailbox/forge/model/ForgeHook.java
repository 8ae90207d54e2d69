package dev.alfred.mailbox.forge.model;

/** The webhook that a project needs: where to, and signed with what. */
public record ForgeHook(String url, String secret) {
    @Override
    public String toString() {
        return "ForgeHook[url=" + url + "]";
    }
}
