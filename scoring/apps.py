from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the permissions known, and hand the names of the tie-breaks down to the app that keeps the chains."""
        from scoring import permissions, tiebreaks  # noqa: F401
        from tournaments import orderings

        orderings.offer(orderings.Ordering(*link) for link in tiebreaks.in_words())
