"""Reports of the SNIA PTS tests (methodology 1.3): plots and tables as plain numbers, by test."""
