"""Operations on drives before the first phase: typed, each with an effect that is verified.

`kinds.parse_operations` reads them, and `checking.check` checks that this server can carry them out. `playing.play`
runs them in order in a `context.Context`, and `playing.undo` reverts what may not outlive the attempt.
"""
