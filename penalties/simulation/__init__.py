"""A whole season in the real database, from its entries to the trophy: what ``manage.py simulate`` plays."""
