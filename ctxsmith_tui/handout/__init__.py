"""From a pack to where it is wanted: parts, what is new, replies, the line for an agent, the clipboard."""
