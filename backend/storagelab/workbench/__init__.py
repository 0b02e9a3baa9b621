"""Dashboards: workbenches that are saved under a name, and the runs that they show."""
