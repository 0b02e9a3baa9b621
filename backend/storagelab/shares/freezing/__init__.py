"""Freezing of the subjects of shares out of the live lab: one module for each kind of subject."""
