"""The twenty-five reasons not to touch a drive, judged on the server from facts that were read there."""
