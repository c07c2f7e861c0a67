"""The rules of Fuori di Rotella, one module a chapter of the rulebook."""
