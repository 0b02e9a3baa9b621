"""Campaigns over software arrays of a virtual server."""
