"""Every read of this app beyond a model's own."""
