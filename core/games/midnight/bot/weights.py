"""Values that the heuristic bot of Midnight gives to cards, dials and places, in tenths of a Worth."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights of the heuristic bot; two instances with the same numbers are not equal."""

    keep: tuple[int, ...] = (24, 20, 22, 30, 9, 12, 7, 34)
    """Value of a card in hand, by kind (midnight/cards.py)."""
    dial: tuple[int, ...] = (25, 12, 60, 38)
    """Value of the first step up of each dial: Might, Protection, Influence, Research."""
    further_step: int = 6
    """Amount by which each further step of a dial is worth less than the step before it."""

    held: int = 5
    crowded: int = 8
    """Value added to the use of a card, for each card in hand above `held`."""
    hand_last_minute: int = 8
    hand_midnight: int = 26
    """Value added to the use of a card at Midnight, since cards left in hand at the end are lost.

    `hand_last_minute` is the value in the last minute.
    """

    upgrade_laid: int = 120
    upgrade_midnight: int = 12
    siren_ahead: int = 12
    siren_behind: int = 2
    build_discarded: int = 18
    intelligence_discarded: int = 15
    set_laid: int = 42
    pair_laid: int = 66
    researched: int = 13
    """Value of each Worth that Research gives."""

    gun_hits: int = 12
    gun_beside: int = 6
    gun_faced: int = 3
    """Value subtracted from a gun, for each Protection of each card that faces it.

    `gun_hits` is the value of a gun for each Might. `gun_beside` is added for each gun beside it.
    """
    gun_kills: int = 10
    gun_late: int = 10
    gun_bound: int = 40
    """Value subtracted from a gun on a border with a Pact.

    `gun_kills` is added if the gun may ruin the nation. `gun_late` is added in the last minute and at Midnight.
    """
    gun_rich: int = 34
    """Value of a gun for each hundred Worth of the victim."""
    gun_leader: int = 26
    gun_falls: int = 12
    """Value added to a gun aimed at a nation that the next tick ruins.

    `gun_leader` is added to a gun aimed at the nation with the greatest Worth.
    """

    shield_holds: int = 8
    shield_faced: int = 8
    shield_more: int = 10
    shield_bound: int = 8
    """Value added to a Shield on a border with a Pact.

    `shield_holds` is the value of a Shield for each Protection. `shield_faced` is added for each card that it faces, up
    to three. `shield_more` is subtracted for each Shield next to it.
    """
    build_laid: int = 46
    build_midnight: int = 44
    jam_laid: int = 14
    spy_laid: int = 10
    faced: int = 5
    spy_armed: int = 4
    """Value added to Intelligence next to a gun.

    `jam_laid` and `spy_laid` are the values of a Jam and of Intelligence. To either, `faced` is added for each card
    that it faces, up to three.
    """

    turned: int = 24
    turned_from_ruin: int = 15
    """Cost of turning a card away from the border of a ruined nation; `turned` is the usual cost."""

    stored: tuple[int, ...] = (34, 26, 34, 0, 0, 0, 0, 44)
    """Value of a card in the stockpile two minutes before Midnight, by kind."""
    stored_later: int = 4
    """Value added to a stored card for each later minute."""


USUAL = Weights()
"""Weights that the bot uses by default."""
BEGINNER = replace(
    USUAL,
    stored=(0,) * 8,
    stored_later=0,
    gun_rich=0,
    gun_leader=0,
    gun_falls=0,
    upgrade_laid=40,
    dial=(40, 40, 40, 38),
)
"""Weights of a beginner: Midnight, the leader and upgrades hardly count."""
