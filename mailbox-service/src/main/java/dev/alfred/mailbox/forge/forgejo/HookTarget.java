package dev.alfred.mailbox.forge.forgejo;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a webhook goes and what signs it. */
record HookTarget(String url, @JsonProperty("content_type") String contentType, String secret) {
    @Override
    public String toString() {
        return "HookTarget[url=" + url + "]";
    }
}
