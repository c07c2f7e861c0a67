"""The kernel: positions, steps, notation, events, chance, records. It knows no game."""
