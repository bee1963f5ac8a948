"""The clauses that compute: their answer hangs on packet, board, phase, clock or a reading.

:data:`COMPUTED` joins the names in the data (``compute``) to the functions.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.rulings import misdeals, others
from rules_engine.rulings.case import Case
from rules_engine.verdicts import Effect

COMPUTED: dict[str, Callable[[Case], list[Effect]]] = {
    "second_shuffle": misdeals.second_shuffle,
    "dealt_wrongly": misdeals.dealt_wrongly,
    "turned_up": misdeals.turned_up,
    "landslide": misdeals.landslide,
    "misdeal": misdeals.misdeal,
    "late_misdeal": misdeals.late_misdeal,
    "after_run": misdeals.misdeal_after_run,
    "kicked_two": misdeals.kicked_two,
    "pack_fell": misdeals.pack_fell,
    "not_cut": others.not_cut,
    "kick": others.kick,
    "before_kick": others.before_kick,
    "ran_out": others.ran_out,
    "under_trump": others.under_trump,
    "slammed": others.slammed,
    "break_over": others.break_over,
    "left_table": others.left_table,
    "chalk_order": others.chalk_order,
    "abandoned": others.abandoned,
}
