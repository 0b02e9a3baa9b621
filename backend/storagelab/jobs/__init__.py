"""Jobs: what clients submit, the plan they are shown, and how its runs go."""
