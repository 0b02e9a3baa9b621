"""Plans of jobs: targets, preparation, phases, cost, and the checks before anything is stored."""
