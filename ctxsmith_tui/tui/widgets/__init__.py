"""The panes of the workbench and what they are made of. They show state and say what a person wants."""
