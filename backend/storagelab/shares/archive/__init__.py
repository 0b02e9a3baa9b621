"""A share as one zip: written, read strictly, and checked number by number."""
