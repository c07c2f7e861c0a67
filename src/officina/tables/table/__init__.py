"""One table: its state in memory, the entries of its log, clock, proposals, talk."""
