"""What a person decides: places named by SPECs, pins, exclusions, scopes."""
