"""Page of a frozen document. Pure: the only place that decides the printed content and its words."""
