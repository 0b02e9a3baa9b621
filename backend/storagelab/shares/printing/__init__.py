"""Prints of a page. Each module receives blocks and no documents, so no print can show another number."""
