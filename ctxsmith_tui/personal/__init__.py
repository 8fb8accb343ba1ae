"""What a person set up for all repositories: settings, instructions, editor."""
