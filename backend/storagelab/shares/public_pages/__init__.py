"""Public side of a lab: the page of listed results, their feed, and their description to programs."""
