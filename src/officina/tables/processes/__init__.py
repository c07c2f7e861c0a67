"""Other processes: bots, imports of records, and the servers that share one storage."""
