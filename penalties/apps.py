"""The app's name for Django."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    """Incidents, warnings, rulings, disputes and appeals."""

    name = "penalties"
    verbose_name = "Penalties"
