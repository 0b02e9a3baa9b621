"""Reference cases as plain JSON: input that anybody can write down to check the analysis."""
