"""Transports from the workers to the runner on a server: one call, whatever lies between."""
