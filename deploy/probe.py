"""`python -S deploy/probe.py URL [PART...]`: the health check of a container.

Ends with 0 when the URL answers 200. Where parts are named, the readiness document there must also report each of them
as ok. Only the standard library is loaded, because this runs every few seconds.
"""

import http.client
import json
import sys
from urllib.parse import urlsplit

TIMEOUT_S = 5


def is_healthy(url: str, parts: list[str]) -> bool:
    """Return whether the service behind a URL answers and reports these parts of the lab as ok."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", place.path)
        answer = connection.getresponse()
        text = answer.read()
        if not parts:
            return answer.status == 200
        checks = json.loads(text)["checks"]
        return all(checks[part]["ok"] for part in parts)
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(0 if is_healthy(sys.argv[1], sys.argv[2:]) else 1)
