"""A chain of criteria: from text or a list, and into words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from scoring.tiebreaks import bullseyes, hang_jacks, head_to_head, lot, play_off, record
from scoring.tiebreaks.criteria import ByFigure, Criterion

Chain = tuple[Criterion, ...]
"""The links in the order in which they decide."""

_FAMILIES: tuple[tuple[Criterion, ...], ...] = (
    record.CRITERIA,
    bullseyes.CRITERIA,
    hang_jacks.CRITERIA,
    head_to_head.CRITERIA,
    play_off.CRITERIA,
    lot.CRITERIA,
)
KNOWN: dict[str, Criterion] = {criterion.base: criterion for family in _FAMILIES for criterion in family}
"""Every criterion by its name in a chain, without ``-``."""


class ChainError(ValueError):
    """A chain that cannot be read: ``part`` is the piece at fault, ``nearest`` the names like it."""

    def __init__(self, message: str, part: str = "", nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.part = part
        self.nearest = nearest


def names() -> tuple[str, ...]:
    """The known names, in the order in which help lists them."""
    return tuple(KNOWN)


def in_words() -> tuple[tuple[str, str, str], ...]:
    """Each known name, in words as it is and in words turned round: ``("wins", "more wins", "fewer wins")``.

    The last is empty for a name that cannot be turned round.
    """
    return tuple(
        (name, link.words, link.turned().words if isinstance(link, ByFigure) else "") for name, link in KNOWN.items()
    )


def parse_chain(chain: str | Iterable[object]) -> Chain:
    """The chain that a text (``wins,-bullseyes-against``) or a list of names stands for.

    A leading ``-`` turns the order round: fewer first. Raises :class:`ChainError`
    for an unknown name (the nearest are offered), a name that comes twice, one that
    cannot be turned round, and a chain without any.
    """
    if isinstance(chain, str):
        parts: list[object] = list(chain.split(",")) if chain.strip() else []
    else:
        try:
            parts = list(chain)
        except TypeError:
            raise ChainError(f"A chain is a list of names, not {chain!r}.") from None
    if not parts:
        raise ChainError("The chain names no criterion. The known ones are: " + ", ".join(names()) + ".")
    links: list[Criterion] = []
    seen: set[str] = set()
    for part in parts:
        link = _link(part)
        if link.base in seen:
            raise ChainError(f"“{link.base}” comes twice; a second time it can decide nothing.", link.base)
        seen.add(link.base)
        links.append(link)
    return tuple(links)


def _link(part: object) -> Criterion:
    if not isinstance(part, str):
        raise ChainError(f"{part!r} is not the name of a criterion.", str(part))
    text = part.strip()
    base = text.removeprefix("-")
    if base not in KNOWN:
        raise _unknown(text, base)
    criterion = KNOWN[base]
    if not text.startswith("-"):
        return criterion
    if not isinstance(criterion, ByFigure):
        raise ChainError(f"“{base}” cannot be turned round: write it without the “-”.", text, (base,))
    return criterion.turned()


def _unknown(text: str, base: str) -> ChainError:
    if not base:
        return ChainError("A part of the chain is empty; names are parted by single commas.", text)
    nearest = tuple(get_close_matches(base.lower().replace("_", "-").replace(" ", "-"), names(), n=2, cutoff=0.7))
    shown = text if len(text) <= 60 else text[:60] + "…"
    offer = f"Nearest: {', '.join(nearest)}." if nearest else f"The known ones are: {', '.join(names())}."
    return ChainError(f"“{shown}” is no criterion. {offer}", text, nearest)


def to_list(chain: Chain) -> list[str]:
    """The chain as the data that a tournament keeps."""
    return [link.name for link in chain]


def describe(chain: Chain) -> str:
    """The chain in words: ``more wins, then fewer bullseyes against``."""
    return ", then ".join(link.words for link in chain)
