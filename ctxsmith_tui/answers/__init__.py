"""What questions are answered with, from one state of the index and the files as they are on disk."""
