"""Permalinks: frozen copies of results that anyone with the address can read."""
