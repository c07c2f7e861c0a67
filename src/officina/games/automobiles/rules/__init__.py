"""The rules of Automobiles, one module a chapter of the rulebook or a colour of cards."""
