"""HTTP layer: strict input, problem documents, pagination, headers.

Nothing here knows a feature of the lab.
"""
