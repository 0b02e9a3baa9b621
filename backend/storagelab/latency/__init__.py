"""Distributions of latency, of whole phases and over time."""
