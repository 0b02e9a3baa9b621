"""Labels: short words that people put on runs, jobs, campaigns, configurations and servers to find them again."""
