"""What people say happened. The forms read; the engine judges."""
