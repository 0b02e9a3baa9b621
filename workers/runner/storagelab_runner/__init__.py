"""storagelab-runner: what runs on a tested server. Standard library only, Python 3.8 and newer."""

VERSION = "0.2.0"
PROTOCOL = 2
