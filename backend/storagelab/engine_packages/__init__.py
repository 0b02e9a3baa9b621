"""Engines whose licence lets nobody but the lab hand them to its own servers."""
