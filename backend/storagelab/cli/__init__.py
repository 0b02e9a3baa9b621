"""The `storagelab` command."""
