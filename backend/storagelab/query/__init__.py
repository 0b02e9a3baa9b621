"""The query language of lists: text to a tree, a tree to typed conditions, no database and no web."""
