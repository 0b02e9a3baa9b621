"""Reports of tests, such as those of SNIA."""
