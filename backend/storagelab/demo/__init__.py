"""Published figures that a new lab shows until it has measured its own."""
