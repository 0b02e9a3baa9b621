"""The lab at a glance: its servers, active runs, ended runs, and alerts."""
