"""Campaigns: one plan over many configurations, cell by cell, with one result set at the end."""
