"""From a ranking to a text within a token budget: candidates, selection, order, rendering."""
