from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the permissions known; hand the set-up the names of the tie-breaks and what it asks of play."""
        from scoring import extras, links, permissions, printed, tiebreaks  # noqa: F401
        from scoring.documents import statistics
        from scoring.selectors import outcomes
        from tournaments import orderings, play

        play.offer(
            started=outcomes.started,
            winners=outcomes.winners,
            scores=outcomes.scores,
            ranking=outcomes.ranking,
        )
        play.offer_over(outcomes.over)
        extras.offer(links.links)
        extras.offer_of_tournaments(links.tournament_links)
        printed.offer(statistics.KIND)
        orderings.offer(orderings.Ordering(*link) for link in tiebreaks.in_words())
