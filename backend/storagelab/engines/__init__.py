"""Load generators as plug-ins: their job texts and their output. Pure: bytes in, values out."""
