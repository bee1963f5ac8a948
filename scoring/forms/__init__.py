"""What people type at the table. The forms read; the engine judges."""
