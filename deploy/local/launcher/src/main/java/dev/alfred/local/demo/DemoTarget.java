package dev.alfred.local.demo;

import java.nio.file.Path;

/**
 * The running system that the play is played on, as people reach it.
 *
 * @param model the scripted model's address, or null where the vendor's is used
 * @param devToken of a person who may write to the repository
 * @param guestToken of a person who may not
 * @param botToken of Alfred's own account
 * @param secrets the directory that operators put credentials in
 */
public record DemoTarget(
        String forge,
        String ingest,
        String mailbox,
        String orchestrator,
        String session,
        String model,
        String adminPassword,
        String devToken,
        String guestToken,
        String botToken,
        String webhookSecret,
        Path secrets) {}
