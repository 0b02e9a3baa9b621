"""The processes that touch machines: Celery workers and the reconciler."""
