"""Software arrays on a virtual server, from its registration to the comparison of configurations.

The registration is done in a browser.
"""
