"""Labels: keys with an optional value that people put on anything with a page, to find it again."""
