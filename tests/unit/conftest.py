"""Settings for drawing the examples of properties in all unit tests."""

from __future__ import annotations

from hypothesis import settings

# These tests yield to a test lane beside them, so the time of an example means nothing. All other settings remain as
# chosen, on the command line or by Hypothesis where it detects a CI.
settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")
