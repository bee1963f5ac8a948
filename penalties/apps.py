"""The app's name for Django."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    """Incidents, warnings, rulings, disputes and appeals."""

    name = "penalties"
    verbose_name = "Penalties"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the permissions known."""
        from penalties import permissions  # noqa: F401
