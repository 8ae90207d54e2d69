package dev.alfred.orchestrator;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What one class logs while a test looks. */
final class LogRecords extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    private LogRecords(Logger logger) {
        this.logger = logger;
    }

    static LogRecords of(String category) {
        LogRecords records = new LogRecords(Logger.getLogger(category));
        records.logger.addHandler(records);
        return records;
    }

    /** As they are printed. */
    List<String> warnings() {
        return records.stream()
                .filter(record -> record.getLevel().intValue() == Level.WARNING.intValue())
                .map(record -> record.getMessage().formatted(record.getParameters()))
                .toList();
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {
        // Nothing is held back.
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
