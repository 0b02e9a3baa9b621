"""First content of a page of the front end: its first words, and preloaded answers for its scripts."""
