"""Charts as SVG, drawn on the server: numbers in, text out. They ask nothing of the database.

Nothing in them is styled in place: the page's style sheet colours them by class, light and dark. The attributes that
stand on the shapes themselves are for paper, black on white, and give way to any style sheet.
"""

from scoring.charts.bars import Bar, columns, margins
from scoring.charts.bump import Line, bump

__all__ = ["Bar", "Line", "bump", "columns", "margins"]
