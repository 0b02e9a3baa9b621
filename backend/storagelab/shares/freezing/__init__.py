"""What is shared, copied whole out of the living lab: one module for each kind of subject."""
