"""The rules of Automania, tested."""
