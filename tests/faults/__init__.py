"""Fault campaign: a whole lab on one machine, broken on purpose and judged by independent parts."""
