"""Results made elsewhere: uploaded, recognised, shown as read, and filed as runs."""
