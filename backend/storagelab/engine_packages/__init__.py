"""Engines whose licence lets only the lab distribute them to its own servers."""
