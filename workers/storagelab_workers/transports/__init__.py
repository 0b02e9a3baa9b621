"""How the workers speak to the runner on a server: one call, whatever lies between."""
