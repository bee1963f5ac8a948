"""Pages of the code, of incidents, rulings and disputes."""
