"""A judge that is wrong on purpose: a jack that was hung is worth one."""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from rules_engine import PUBLISHED, reading
from rules_engine.adjudicate import main

wrong = {name: replace(ruleset, hang_jack_points=1) for name, ruleset in PUBLISHED.items()}
vars(reading)["PUBLISHED"] = wrong
sys.exit(main([], sys.stdin.buffer, sys.stdout, sys.stderr))
