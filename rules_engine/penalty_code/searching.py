"""Finding a clause by what people say at the table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules_engine.penalty_code.model import Clause, Kind

_WORD = re.compile(r"[a-z0-9]+")
_ENDINGS = ("ing", "ed", "es", "s", "e")
_IDLE = frozenset({"a", "an", "and", "at", "for", "in", "is", "it", "my", "of", "on", "or", "the", "to", "was", "with"})


def _stem(word: str) -> str:
    """A word without its ending, so that "peeped" finds "peeping"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text.lower()) if word not in _IDLE]


def _score(clause: Clause, wanted: list[str]) -> int:
    """How well a clause fits: its search words count most, then its title, then its text.

    Every word must be found somewhere.
    """
    keys, title, text = _stems(" ".join((*clause.words, *clause.terms))), _stems(clause.title), _stems(clause.text)
    total = 0
    for word in wanted:
        best = 0
        for weight, stems in ((6, keys), (4, title), (1, text)):
            if word in stems:
                best = max(best, 2 * weight)
            elif len(word) > 2 and any(stem.startswith(word) for stem in stems):
                best = max(best, weight)
        if not best:
            return 0
        total += best
    phrase = " ".join(wanted)
    return total + 20 * any(phrase in " ".join(_stems(words)) for words in clause.words)


def search_clauses(clauses: Iterable[Clause], text: str) -> tuple[Clause, ...]:
    """The clauses that hold every word of ``text``, best first; a clause number finds itself."""
    number = text.strip().lower()
    wanted = _stems(text)
    scored: list[tuple[int, Clause]] = []
    for clause in clauses:
        if clause.number == number:
            return (clause,)
        score = _score(clause, wanted) if wanted else 0
        if score:
            scored.append((score, clause))
    # An offence goes before the definition of the same word.
    scored.sort(key=lambda found: (-found[0], found[1].kind is Kind.RULE))
    return tuple(clause for _, clause in scored)
