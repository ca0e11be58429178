"""Values of cards, dials and places to the heuristic bot of Midnight, in tenths of a Worth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of the heuristic bot. Two sets with the same numbers are different sets."""

    keep: tuple[int, ...] = (24, 20, 22, 30, 9, 12, 7, 34)
    """A card in hand, by kind (midnight/cards.py)."""
    dial: tuple[int, ...] = (25, 12, 60, 38)
    """A first step up, by dial: Might, Protection, Influence, Research."""
    further_step: int = 6
    """Each further step of a dial is worth so much less."""

    held: int = 5
    crowded: int = 8
    """Hand size above which actions that use a card gain worth, and the gain for each card above it."""
    hand_last_minute: int = 8
    hand_midnight: int = 26
    """An action that uses a card is worth so much more: what is left in hand counts for nothing."""

    upgrade_laid: int = 120
    upgrade_midnight: int = 12
    siren_ahead: int = 12
    siren_behind: int = 2
    build_discarded: int = 18
    intelligence_discarded: int = 15
    set_laid: int = 42
    pair_laid: int = 66
    researched: int = 13
    """A Worth that Research gives."""

    gun_hits: int = 12
    gun_beside: int = 6
    gun_faced: int = 3
    """A gun, for each Might of it; for each gun beside it; less for each Protection of each card that faces it."""
    gun_kills: int = 10
    gun_late: int = 10
    gun_bound: int = 40
    """A gun that may ruin; one in the last minute and at Midnight; less where a Pact is."""
    gun_rich: int = 34
    """A gun, for a hundred of the victim's Worth."""
    gun_leader: int = 26
    gun_falls: int = 12
    """Worth of a gun towards the greatest Worth; of one towards a seat that the next tick ruins."""

    shield_holds: int = 8
    shield_faced: int = 8
    shield_more: int = 10
    shield_bound: int = 8
    """A Shield, for each Protection of it; for each card that it faces, up to three; less for each Shield beside it;
    where a Pact is.
    """
    build_laid: int = 46
    build_midnight: int = 44
    jam_laid: int = 14
    spy_laid: int = 10
    faced: int = 5
    spy_armed: int = 4
    """A Jam, an Intelligence; either, for each card that it faces, up to three; Intelligence beside a gun."""

    turned: int = 24
    turned_from_ruin: int = 15
    """Costs of turning a card to another border: usually, and from the border of a ruined seat."""

    stored: tuple[int, ...] = (34, 26, 34, 0, 0, 0, 0, 44)
    """A card in the stockpile, by kind, two minutes before Midnight."""
    stored_later: int = 4
    """More a minute later."""


USUAL = Weights()
"""The weights with which it plays unless others are given."""
