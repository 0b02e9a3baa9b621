"""Results of fio of any version: JSON, terse and normal output, and the logs beside them."""

from storagelab.formats.fio.claims import find_claims as claim
from storagelab.formats.fio.reading import read

name = "fio"

__all__ = ["claim", "name", "read"]
