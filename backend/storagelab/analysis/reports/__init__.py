"""Reports of the tests of SNIA PTS (methodology 1.3): every plot and table as plain numbers, one module per test."""
