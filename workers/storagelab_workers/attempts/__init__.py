"""Drives one attempt from the queue to its end, in steps that may each be repeated, interrupted or run twice."""
