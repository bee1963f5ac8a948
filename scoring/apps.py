from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the permissions known; hand the set-up the names of the tie-breaks and what it asks of play."""
        from scoring import change_links, entry_links, extras, links, permissions, printed, tiebreaks  # noqa: F401
        from scoring.documents import badges, statistics
        from scoring.selectors import outcomes
        from tournaments import orderings, play, remarks

        play.offer(
            started=outcomes.started,
            winners=outcomes.winners,
            scores=outcomes.scores,
            ranking=outcomes.ranking,
        )
        play.offer_day(over=outcomes.over, begun=outcomes.begun)
        extras.offer(links.links)
        extras.offer_of_tournaments(links.tournament_links)
        extras.offer(entry_links.match_links)
        extras.offer_of_tournaments(entry_links.tournament_links)
        printed.offer(statistics.KIND, *badges.KINDS)
        orderings.offer(orderings.Ordering(*link) for link in tiebreaks.in_words())
        extras.offer(change_links.links)
        extras.offer_of_tournaments(change_links.tournament_links)
        remarks.offer(change_links.remarks)
