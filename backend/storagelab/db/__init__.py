"""The tables and the one place where a transaction is committed."""
