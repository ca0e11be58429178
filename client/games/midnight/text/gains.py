"""Effects of cards at their places, in words."""

from __future__ import annotations

from typing import NamedTuple

from client.games.midnight.prompts import MidnightPrompt
from client.games.midnight.text.names import card_name
from client.table.pick.script import Pick
from core.games.midnight import action, totals
from core.games.midnight.cards import (
    BUILD,
    INTELLIGENCE,
    JAM,
    RESEARCH,
    SHIELD,
    SIREN,
    UPGRADE,
    kind_of,
)
from core.games.midnight.escalations import MASS_PRODUCTION, WAR_BONDS
from core.games.midnight.pacts import pact_between
from core.games.midnight.state import Midnight


class Gain(NamedTuple):
    """Effect of a card at a place: in a few words, in a sentence, and on a Pact ("good" or "bad")."""

    short: str
    long: str
    pact: str = ""
    ink: str = "good"


def figure(state: Midnight, seat: int, copy: int) -> str:
    """Return the figure on a card of a seat: its attack, its defence, or its earnings."""
    if kind_of(copy) == BUILD:
        return f"+{state.rules.numbers.build_worth + state.amount(WAR_BONDS)}"
    found = totals.attack_total(state, seat, [copy]) or totals.defence_total(state, seat, [copy])
    return str(found) if found else ""


def gain(inquiry: MidnightPrompt, pick: Pick) -> Gain:
    """Return the effect of a pick, either after the picked card or without one."""
    state, seat = inquiry.state, inquiry.seat
    where, what = pick
    copies = [copy for each, copy in inquiry.answers if each == "card"]
    copy = copies[-1] if copies else 0
    if where == "border":
        moved = next((entry for each, entry in inquiry.answers if each == "entry"), 0)
        return _on_border(state, seat, what, copy or (inquiry.secrets.faces.get(moved, 0) if moved > 0 else -moved))
    if where == action.CAPITAL:
        lie = sum(kind_of(each) == kind_of(copy) for other in state.living_seats() for each in state.capital[other]) + 1
        need = len(state.living_seats())
        then = "each gives a step up" if kind_of(copy) == UPGRADE else "the clock ticks"
        return Gain(f"{lie} of {need}", f"Stays face up in your Capital: number {lie} of {need}. With {need}, {then}.")
    if where == action.STORE:
        count = len(state.stock[seat]) + 1
        return Gain("for Midnight", f"Put away until Midnight, when your stockpile of {count} is your hand.")
    if where == action.DISCARD:
        worth = state.dial_value(seat, RESEARCH) + state.amount(WAR_BONDS)
        return Gain(f"+{worth} Worth now", f"+{worth} Worth at once, equal to your Research.")
    if where == action.SET:
        worth = state.dial_value(seat, RESEARCH) + state.amount(MASS_PRODUCTION)
        return Gain(f"+{worth} Worth now", f"A set of three: choose two more from your hand. +{worth} Worth at once.")
    if where == action.PAIR:
        worth = state.rules.numbers.pair_worth
        return Gain(f"+{worth} Worth now", f"A pair: choose another card from your hand. +{worth} Worth.")
    if where == "look":
        count = len(state.border(what, seat))
        cards = f"{count} card{'s' * (count != 1)}"
        return Gain(f"see {cards}, draw 1", f"You alone see the {cards} facing you, then you draw 1.")
    if where == "entry":
        moved = inquiry.secrets.faces.get(what, 0) if what > 0 else -what
        return Gain("move it", f"Move the {card_name(moved)} to another border.")
    return Gain("", "")


def _on_border(state: Midnight, seat: int, other: int, copy: int) -> Gain:
    """Return the effect of a card on the border with another nation."""
    printed, number = state.rules.card(copy), figure(state, seat, copy)
    if printed.attack:
        words = f"{number} attack", f"+{number} attack when this border next fights."
    elif kind_of(copy) == SHIELD:
        words = f"{number} defence", f"+{number} defence when this border next fights."
    elif kind_of(copy) == BUILD:
        words = f"{number} when it fights", f"{number} Worth when this border next fights."
    elif kind_of(copy) == JAM:
        words = "stops a Cannon", "Takes out one Large Cannon or Cannon facing it."
    else:
        assert kind_of(copy) in (INTELLIGENCE, SIREN)
        words = "stops a card", "Takes out a Jam, a Build or an Intelligence facing it."
    if pact_between(state, seat, other) is None or not printed.mark:
        return Gain(*words)
    if printed.mark == "red":
        return Gain(*words, "It breaks your Pact when it is turned up.", "bad")
    return Gain(*words, f"+{state.rules.numbers.pact_worth} Worth from the Pact if both sides show green.")
