"""From a pack to where it is wanted."""
