package dev.alfred.contracts.vocabulary;

/** What a model's endpoint speaks: Anthropic's Messages, OpenAI's Responses or OpenAI's Chat Completions. */
public enum ModelProtocol implements Wire {
    ANTHROPIC_MESSAGES,
    OPENAI_RESPONSES,
    OPENAI_CHAT
}
