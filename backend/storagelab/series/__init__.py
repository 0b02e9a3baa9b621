"""Curves over time and measurements, the two shapes that charts read."""
