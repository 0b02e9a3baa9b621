"""Reference cases as plain JSON: input that anyone can write to check the analysis."""
