"""Readers of result files: what other tools left behind, as `domain.results`. Pure: members come in, results go out."""
