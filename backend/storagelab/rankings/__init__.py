"""Rankings of configurations."""
