"""Charts of shares: their data, offer, check and plan for prints, one module per family."""
