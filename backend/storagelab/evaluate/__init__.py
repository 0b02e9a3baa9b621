"""Everything shown of results, as pure functions of them: for live pages, permalinks, checks and exports alike."""
