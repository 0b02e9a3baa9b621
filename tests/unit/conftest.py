"""Settings for drawing the examples of properties in all unit tests."""

from __future__ import annotations

from hypothesis import settings

# These tests give way to a lane beside them, so how long an example takes says nothing. All else stays as chosen,
# on the command line or by Hypothesis where it finds a CI.
settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")
