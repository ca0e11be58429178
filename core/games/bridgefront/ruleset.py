"""The rules of one match as a value: its cards, decks, factions and numbers.

They are the printed ones, or those of a ruleset (`changes`). No other module of the rules has a number that a ruleset
may change; each asks the `rules` of the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.engine.ruleset import number_field
from core.games.bridgefront.card import Card
from core.games.bridgefront.factions import Faction


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules; the defaults are the printed ones."""

    start_gold: int = number_field(4, 0, 20, "Each player starts with {new} gold, not {old}.")
    start_forces: int = number_field(4, 1, 12, "Each player starts with {new} Forces, not {old}.")
    bridge_reach: int = number_field(2, 1, 3, "Starting Bridges lie within {new} hexes of the Capital, not {old}.")
    start_cards: int = number_field(5, 1, 9, "The opening hand has {new} cards and the Champion, not {old}.")
    free_offer: int = number_field(3, 1, 6, "The free first card is one of {new}, not of {old}.")
    income_gold: int = number_field(1, 0, 6, "Reset pays {new} gold, not {old}.")
    hand_size: int = number_field(6, 1, 9, "Reset fills hands up to {new} cards, not {old}.")
    hand_limit: int = number_field(10, 7, 12, "A hand holds at most {new} cards, not {old}.")
    rounds: int = number_field(10, 4, 14, "The match has at most {new} rounds, not {old}.")
    age_1_ends: int = number_field(3, 1, 12, "Age I ends with round {new}, not {old}.")
    age_2_ends: int = number_field(7, 2, 13, "Age II ends with round {new}, not {old}.")
    mine_offer: int = number_field(1, 1, 4, "At a Mine you look at an offer of {new}, not of {old}.")
    forge_offer: int = number_field(3, 1, 6, "At a Forge you draft one of {new} cards, not of {old}.")
    center_offer: int = number_field(2, 1, 5, "On the Center you choose one of {new} power cards, not of {old}.")
    mine_low: int = number_field(4, 0, 12, "Half of the Mines are worth {new} gold, not {old}.")
    mine_middle: int = number_field(5, 0, 12, "Three of ten Mines are worth {new} gold, not {old}.")
    mine_high: int = number_field(6, 0, 12, "Two of ten Mines are worth {new} gold, not {old}.")
    center_vp: int = number_field(1, 0, 4, "The Center is worth {new} VP, not {old}.")
    forge_vp: int = number_field(1, 0, 4, "A Forge is worth {new} VP, not {old}.")
    forces_hit_on: int = number_field(2, 1, 5, "Forces hit on 1 to {new}, not 1 to {old}.")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of a match. There is one object for each ruleset, so that it may key caches."""

    numbers: Numbers
    cards: tuple[Card, ...]
    """All cards by number; new ones follow the printed ones."""
    sections: tuple[str, ...]
    """The section of each card in words, as in the catalogue."""
    decks: tuple[tuple[int, ...], ...]
    """The numbers of the cards in the shared decks: market I-III and power I-III."""
    starter: tuple[int, ...]
    faction_cards: tuple[tuple[int, int], ...]
    """The numbers of the spell and the Champion of each faction."""
    factions: tuple[Faction, ...]
    bonuses: tuple[Mapping[str, int], ...]
    """The sum of the values of each faction's passives, by hook."""
    basics: Mapping[str, Card]
    """The basic actions, each declared like a card."""
    new: tuple[int, ...] = ()
    """The numbers of the cards that the printed game does not have."""
