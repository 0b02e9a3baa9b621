"""Submitted jobs on their way to a server: what they wait for, their order, the pause, target probes, repeats."""
