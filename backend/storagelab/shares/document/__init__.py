"""Document of a share (schema storagelab.share/2) as types: the only place that knows its shape. Pure."""
