"""Runs as the lab shows them: their schemas, validity, headline, summaries and progress."""
