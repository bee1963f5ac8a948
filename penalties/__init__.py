"""Incidents, warnings, rulings, disputes and appeals."""
