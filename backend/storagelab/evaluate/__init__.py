"""Pure functions of results, for live pages, permalinks, checks and exports alike."""
