"""Measured values of a phase."""

from storagelab_runner.measured import MeasuredInterval


def test_values_have_the_names_of_profiles():
    figures = MeasuredInterval(1, 2, 3, 4, 5)
    assert [figures.value(metric) for metric in ("iops", "bytes_per_s", "latency")] == [1, 4, 5]
