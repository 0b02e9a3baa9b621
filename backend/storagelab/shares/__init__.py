"""Permalinks: frozen copies of results that anybody with the address can read."""
