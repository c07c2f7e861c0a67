"""The club: who is a member, and what members have played, worked out from the records."""
