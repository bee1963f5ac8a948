"""The charts: well-formed, named, and every point exactly where it belongs."""

from __future__ import annotations

from xml.etree import ElementTree

from scoring.charts import Bar, Line, bump, columns, margins

SVG = "{http://www.w3.org/2000/svg}"
NASTY = 'Ants & <Bees> "C"'


def read(text: str) -> ElementTree.Element:
    """The chart, with what every chart has: a name and a description that it refers to, and nothing styled in place."""
    root = ElementTree.fromstring(text)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    named = [root.find(f"{SVG}title"), root.find(f"{SVG}desc")]
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == " ".join(part.get("id", "") for part in named if part is not None)
    assert all(part is not None and part.text for part in named)
    for part in root.iter():
        assert part.tag.removeprefix(SVG) not in ("style", "script", "image", "foreignObject")
        assert not {"style", "onload", "onclick"} & part.attrib.keys()
    return root


def test_rank_by_round() -> None:
    """Ants 1, 1, 2; the others 2, 3, 1 and 3, 2, 3 (rank 2 shared after round 2). Columns 48 apart from 34, rows 24."""
    lines = [
        Line(NASTY, [2, 3, 1], [2, 2, 1], href="/t/x/statistics/?team=2"),
        Line("Ants", [1, 1, 2], [1, 1, 2]),
        Line("Crabs of the very far south", [3, 2, 3], [3, 2, 3], marked=True),
    ]
    root = read(bump("ranks", ["R1", "R2", "R3"], lines, title="Rank", description="Three teams"))
    groups = {group.get("class", ""): group for group in root.iter(f"{SVG}g") if "team" in group.get("class", "")}
    assert list(groups) == ["team place-1 first", "team place-2 first", "team place-3 first marked"]
    points = {name: group.find(f"{SVG}polyline").get("points") for name, group in groups.items()}  # type: ignore[union-attr]
    assert points == {
        "team place-1 first": "34,76 82,100 130,52",
        "team place-2 first": "34,52 82,52 130,76",
        "team place-3 first marked": "34,100 82,76 130,100",
    }
    dots = groups["team place-1 first"].findall(f"{SVG}circle")
    assert [(dot.get("cx"), dot.get("cy"), dot.findtext(f"{SVG}title")) for dot in dots] == [
        ("34", "76", f"{NASTY}: 2 after round R1"),
        ("82", "100", f"{NASTY}: 2 after round R2"),
        ("130", "52", f"{NASTY}: 1 after round R3"),
    ]
    labels = {text.text: text.get("y") for text in root.iter(f"{SVG}text") if text.get("class") == "name"}
    assert labels == {f"1 {NASTY}": "56", "2 Ants": "80", "3 Crabs of the very f…": "104"}
    assert [link.get("href") for link in root.iter(f"{SVG}a")] == ["/t/x/statistics/?team=2"]


def test_many_rounds_grow_narrower() -> None:
    lines = [Line("Ants", [1] * 24, [1] * 24)]
    root = read(bump("ranks", [f"R{n}" for n in range(24)], lines, title="Rank", description="One", width=690))
    assert float(root.get("width", "")) <= 690


def test_the_names_fit_a_phone_where_the_columns_need_not_grow_too_narrow() -> None:
    """34 px before the lines, then the columns, then 14 and 7.2 a letter of the name and four more."""
    lines = [Line("Navet Navigators", [1] * 6, [1] * 6)]
    rounds = [f"R{n}" for n in range(1, 7)]
    root = read(bump("ranks", rounds, lines, title="Rank", description="One"))
    # 34 + 5 columns + 14 + 20 letters of 7.2 = 328 leaves 27.2 a column.
    assert root.get("width") == "328"
    lines = [Line("Navet Navigators", [1] * 9, [1] * 9)]
    root = read(bump("ranks", [*rounds, "R7", "R8", "R9"], lines, title="Rank", description="One"))
    # 8 columns of 17 would be too narrow: 26 each.
    assert root.get("width") == "400"
    root = read(bump("ranks", rounds, [Line("Ants", [1] * 6, [1] * 6)], title="Rank", description="One", best=690))
    # On paper the widest, 48: 34 + 240 + 14 + 8 letters.
    assert root.get("width") == "345.6"


def test_columns() -> None:
    """4 matches by 1, none by 2, 2 by 3: 150 px, nothing, 75 px high; the base line at 174."""
    bars = [Bar("1", 4, "4 by 1"), Bar("2", 0, "0 by 2"), Bar("3", 2, "2 by 3")]
    root = read(columns("close", bars, below="Apart", title="How close", description="Six"))
    found = [
        (bar.get("x"), bar.get("y"), bar.get("height"), bar.findtext(f"{SVG}title")) for bar in root.iter(f"{SVG}rect")
    ]
    assert found == [("11", "24", "150", "4 by 1"), ("71", "99", "75", "2 by 3")]
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "axis"] == ["1", "2", "3"]


def test_margins() -> None:
    """Won by 3, lost by 2, level: 30 px a bullseye, the line at 114."""
    bars = [Bar("R1", 3, "won"), Bar("R2", -2, "lost"), Bar("R3", 0, "level")]
    root = read(margins("margins", bars, below="By how much", title="Margins", description="Three"))
    found = [(bar.get("class"), bar.get("y"), bar.get("height")) for bar in root.iter(f"{SVG}rect")]
    assert found == [("bar won", "24", "90"), ("bar lost", "114", "60"), ("bar level", "114", "2")]
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "value"] == ["+3", "−2", "0"]


def test_nothing_to_draw_is_still_a_chart() -> None:
    read(columns("none", [], below="Nothing", title="None", description="Nothing yet"))
    read(margins("none", [], below="Nothing", title="None", description="Nothing yet"))
    read(bump("none", ["R1"], [], title="None", description="Nothing yet"))
