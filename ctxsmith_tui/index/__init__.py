"""From a repository to the store: list, decode, parse, cut into units, read history."""
