"""How a dispute goes (section 14): the table of moves, and the database's guards made from it."""
