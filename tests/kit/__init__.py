"""What tests of the engine are written with: places by name, positions, scripted chance, random play, an oracle."""
