"""Awards by hand: choices of people in a ranking with reasons, beside the places by its rule."""
