"""Notes that people pin to a moment of a run, or to a stretch of its time axis."""
