"""Charts of shares: their data, their offer, their check and their plan for prints, one module per family."""
