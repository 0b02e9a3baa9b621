"""Who may do what, and how a browser or a program proves who it is."""
