"""Faults of real machines, played on virtual servers with NVMe drives against a whole lab."""
