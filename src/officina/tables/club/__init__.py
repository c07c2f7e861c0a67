"""The club: what members play for, worked out from the records."""
