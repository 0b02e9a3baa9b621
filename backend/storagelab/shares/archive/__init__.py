"""A share as one zip: written and read strictly."""
