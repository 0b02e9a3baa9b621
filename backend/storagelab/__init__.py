"""Storage Lab: inventories, benchmark runs and the charts made of them."""

__version__ = "0.1.0"
