package dev.alfred.runner.adapter;

import java.math.BigDecimal;

/**
 * One start of an agent's CLI.
 *
 * @param maxTurns 0 for no limit
 * @param budgetUsd what this start may cost, or null
 */
public record AgentStart(SessionArgument session, String model, int maxTurns, BigDecimal budgetUsd, String prompt) {}
