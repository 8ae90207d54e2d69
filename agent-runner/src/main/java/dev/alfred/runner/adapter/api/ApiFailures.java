package dev.alfred.runner.adapter.api;

import java.io.IOException;
import java.net.http.HttpTimeoutException;

import dev.alfred.runner.adapter.ModelFailure;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.LangChain4jException;

/** What a client's exceptions mean: by the API's status where there is one, else by whether the API was reached. */
final class ApiFailures {
    private ApiFailures() {}

    static ModelFailure failure(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof HttpException answered) {
                return ModelFailure.of(answered.statusCode());
            }
            if (at instanceof IOException) {
                return ModelFailure.TRANSIENT;
            }
        }
        return thrown instanceof dev.langchain4j.exception.RetriableException
                ? ModelFailure.TRANSIENT
                : thrown instanceof LangChain4jException ? ModelFailure.PERMANENT : ModelFailure.NONE;
    }

    /** In words that hold nothing of the credentials: what the API answered, or that it can't be reached. */
    static String words(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof HttpException answered) {
                return "the model answered with status %d: %s".formatted(answered.statusCode(), answered.getMessage());
            }
            if (at instanceof HttpTimeoutException) {
                return "the model gave no answer in time";
            }
            if (at instanceof IOException) {
                return "the model can't be reached: " + at.getClass().getSimpleName();
            }
        }
        return "the model's answer can't be used: " + thrown.getMessage();
    }
}
