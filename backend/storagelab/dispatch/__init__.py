"""Submitted jobs until they run: waiting, order, the pause, target probes, and repeats that follow."""
