"""The server: the application, its connections and guards, worker processes, logs."""
