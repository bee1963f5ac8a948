"""SQLite as Bullseye runs it: Django's own backend, and one write lock for all processes."""
