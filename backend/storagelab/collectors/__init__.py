"""Facts of a server, parsed from the output of its own commands. Pure: text in, facts out."""
