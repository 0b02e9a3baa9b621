"""Runs and what is filed under them: phases, measurements, attempts, artifacts, configurations."""
