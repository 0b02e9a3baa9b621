"""Awards by hand: what somebody chooses in a ranking and why, beside the places that its rule gives."""
