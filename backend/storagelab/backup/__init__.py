"""Everything a lab keeps in one archive, and the way back."""
