"""Authentication and authorisation of browsers and programs."""
