"""Readers of result files of other tools, as `domain.results`. Pure: members in, results out."""
