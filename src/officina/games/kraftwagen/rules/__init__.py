"""The rules of Kraftwagen, one module a chapter of the rulebook."""
