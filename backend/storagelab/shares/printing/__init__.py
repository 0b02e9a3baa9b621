"""Prints of a page: each module is given blocks and knows no documents, so no print can show another number."""
