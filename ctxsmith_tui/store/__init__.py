"""The SQLite files: connections, migrations, the writer's lock, postings."""
