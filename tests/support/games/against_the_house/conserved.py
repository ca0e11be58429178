"""Ledger of the team sample game, in which all seats score together."""

from __future__ import annotations

from tests.support.games.rock_paper_scissors import conserved
from tests.support.games.rock_paper_scissors.conserved import Bold, stir

__all__ = ["Bold", "Conserved", "stir"]


class Conserved(conserved.Conserved):
    """Ledger of one match, which also counts the hand of the house."""

    houses = 1
