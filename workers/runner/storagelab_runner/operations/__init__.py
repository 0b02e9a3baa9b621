"""What is done to drives before the first phase: typed operations, each with an effect that is verified.

`kinds.parse_operations` reads them, `checking.check` says whether this server can carry them out, `playing.play` does
so one after the other in a `context.Context`, and `playing.undo` takes back what may not outlive the attempt.
"""
