"""Ledger of a match of the team sample: like the other sample, but all score together."""

from __future__ import annotations

from tests.support.games.rock_paper_scissors import conserved
from tests.support.games.rock_paper_scissors.conserved import Bold, stir

__all__ = ["Bold", "Conserved", "stir"]


class Conserved(conserved.Conserved):
    """Ledger of one match: the house has shown a hand as well."""

    houses = 1
