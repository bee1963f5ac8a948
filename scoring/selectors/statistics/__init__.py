"""A tournament's statistics: what the ledgers of its confirmed matches tell beside who won.

``statistics(tournament)`` reads; :mod:`counting`, :mod:`runs` and :mod:`hands` count; ``statistics_json`` writes out.
"""

from scoring.selectors.statistics.report import Statistics, statistics
from scoring.selectors.statistics.report_json import statistics_json

__all__ = ["Statistics", "statistics", "statistics_json"]
