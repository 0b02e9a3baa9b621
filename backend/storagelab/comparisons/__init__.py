"""Comparisons of runs and configurations."""
