"""Published figures and result files that a new lab shows until it has measured its own."""
