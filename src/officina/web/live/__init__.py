"""The live table in the browser: regions, rendered once for all who see the same, pushed over a WebSocket."""
