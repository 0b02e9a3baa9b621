"""Computes every number of a share again from what lies under it, without the lab that froze it."""
