"""The boards of the games, looked at without a browser."""
