"""What a person keeps about a repository: curations and notes, found again wherever their code went."""
