"""The language of the lab: frozen dataclasses and enums over the standard library alone."""
