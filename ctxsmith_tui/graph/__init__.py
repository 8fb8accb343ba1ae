"""From references as written to edges between symbols: callers, callees, impact, related files."""
