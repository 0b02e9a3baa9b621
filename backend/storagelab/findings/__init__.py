"""Findings as rows: filed, written by hand, listed, rated, and compared with measured runs."""
