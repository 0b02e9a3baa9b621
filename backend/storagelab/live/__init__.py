"""Streams of events of jobs while they run."""
