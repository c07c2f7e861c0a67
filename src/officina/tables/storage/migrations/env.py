"""Alembic's entry: run the steps on the connection that the storage has opened, inside its transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
