"""Discovery results: facts of many tools merged into one inventory, stored with every change."""
