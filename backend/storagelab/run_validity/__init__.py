"""Validity of runs that are over, and their trash."""
