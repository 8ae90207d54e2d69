package dev.alfred.messaging;

/** A message failed so often, and by its own doing, that another attempt is pointless: it is parked. */
class HandlingFailed extends RuntimeException {

    HandlingFailed(Throwable cause) {
        super(place(cause), cause);
    }

    /** What failed and where; the failure's own text may quote the message. */
    private static String place(Throwable failure) {
        Throwable root = Outage.root(failure);
        StringBuilder place = new StringBuilder(root.getClass().getSimpleName());
        Outage.sql(failure).ifPresent(sql -> place.append(" with SQLState ").append(sql.getSQLState()));
        for (StackTraceElement element : root.getStackTrace()) {
            if (element.getClassName().startsWith("dev.alfred.")) {
                String type = element.getClassName();
                return place.append(" at ")
                        .append(type.substring(type.lastIndexOf('.') + 1))
                        .append('.')
                        .append(element.getMethodName())
                        .append(':')
                        .append(element.getLineNumber())
                        .toString();
            }
        }
        return place.toString();
    }
}
