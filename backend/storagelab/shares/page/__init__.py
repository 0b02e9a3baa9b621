"""A frozen document as a page: pure, and the only place that decides what is printed and in which words."""
