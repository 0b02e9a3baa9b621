"""Starts and stops everything one installation needs: database, broker, API, worker and reconciler."""
