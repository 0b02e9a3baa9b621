"""The servers of the lab and the hardware found in them."""
