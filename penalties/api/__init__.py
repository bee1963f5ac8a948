"""Incidents, rulings, calls, bars and the code itself over the API."""
