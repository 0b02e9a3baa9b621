"""The deployment as it is described, run on a real container engine."""
