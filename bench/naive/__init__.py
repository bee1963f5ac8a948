"""The ordinary way to write this endpoint: a ModelSerializer and the ORM. Kept to measure against, never served."""
