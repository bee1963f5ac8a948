"""A made-up tournament in full swing: what ``manage.py seed_demo`` puts into an empty database."""
