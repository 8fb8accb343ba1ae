"""What covers the panes for a while: a whole file, a finder, a question."""
