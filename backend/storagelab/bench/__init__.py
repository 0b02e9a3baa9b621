"""Benchmarks of the lab itself: one JSON document of figures.

Figures are ratios where both sides can be measured in one run.
"""
