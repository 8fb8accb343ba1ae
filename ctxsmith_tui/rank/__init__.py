"""From a task to scored files and units: one module per signal, an exact explanation."""
