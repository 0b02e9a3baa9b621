"""What a server has, read out of what its own commands print. Pure: text in, facts out."""
