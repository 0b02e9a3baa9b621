"""Speed of the pages, in a real Chromium and with Lighthouse, on a lab with real runs: `make bench`."""
