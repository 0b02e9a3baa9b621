"""The engines this runner can start, each a driver in a module, and the table that names them."""
