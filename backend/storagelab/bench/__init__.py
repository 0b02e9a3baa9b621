"""The benchmarks of the lab itself: one JSON document of figures, ratios where a ratio can be had in one run."""
