"""The parts of the campaign that judge: they import nothing of what they judge."""
