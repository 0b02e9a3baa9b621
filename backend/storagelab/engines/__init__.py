"""Load generators as plug-ins: what they are asked, and what they say. Pure: bytes in, values out."""
