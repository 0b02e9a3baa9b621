"""Filling of an empty lab with a believable large one, for benchmarks and tests."""
