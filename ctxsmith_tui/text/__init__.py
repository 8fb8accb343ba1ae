"""Text primitives that every layer shares: lines, terms, printable forms. Pure functions only."""
