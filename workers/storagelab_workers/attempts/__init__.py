"""Drives an attempt from the queue to its end, in steps that may be repeated or interrupted.

A step may also run twice.
"""
