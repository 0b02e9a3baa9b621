"""storagelab-runner: what runs on a tested server. Standard library only, Python 3.8 and newer."""

VERSION = "0.1.0"
PROTOCOL = 1
