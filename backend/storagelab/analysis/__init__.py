"""Numbers from numbers: pure functions over statistics, histograms and curves."""
