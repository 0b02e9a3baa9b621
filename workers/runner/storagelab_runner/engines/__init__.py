"""The engines this runner can start, each a module of functions, and the table that names them."""
