"""The rules of Crazy Race, one module a chapter of the rulebook."""
