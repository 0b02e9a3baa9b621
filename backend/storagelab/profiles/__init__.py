"""The profiles that the lab offers."""
