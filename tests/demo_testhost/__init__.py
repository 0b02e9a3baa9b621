"""Measures the demo data on virtual servers."""
