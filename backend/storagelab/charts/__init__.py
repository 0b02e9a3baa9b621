"""Two read shapes behind every chart: series over time and measurements as columns."""
