"""Backup of a whole lab in one archive, and its restoration."""
