"""Tables of results by two factors."""
