"""Every profile of the catalogue at the smoke scale, on a drive of a virtual server."""
