"""Bullseye's wiring: settings, addresses, servers. The top layer; nothing imports it but the servers."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
