from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the permissions known: what is not registered is refused to everybody."""
        from tournaments import permissions  # noqa: F401
