"""Where tables are stored: the interface, its SQL databases, migrations, backups."""
