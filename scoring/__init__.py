"""The ledger of every table, its projections, standings and sheets."""
