"""Reference cases as plain JSON: every rule of the analysis on input that anybody can write down and check."""
