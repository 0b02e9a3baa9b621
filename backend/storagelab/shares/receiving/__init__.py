"""Shares that another lab froze: taken in as they are, their runs filed beside our own."""
