"""People without passwords: a key in the browser, seats that belong to it, a mail address to get it back, and the way out."""
