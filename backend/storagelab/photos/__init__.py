"""Pictures that people took of hardware."""
