"""How the database came to its present form, one step a file, run by alembic at start-up."""
