"""What people do at a table besides choosing: seats, proposals, talk, hand-overs, rematches."""
