"""The lab at a glance: its servers, what runs, what ended, and what somebody should look at."""
