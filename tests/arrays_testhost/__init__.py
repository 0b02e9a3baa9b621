"""Software arrays on a virtual server, from its registration in a browser to the comparison of its configurations."""
