"""The rules of Automania, one module a chapter of the rulebook."""
