"""Answer to "What can I do?" in Midnight, with the reason for each action that is not possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from client.games.midnight.prompts import MidnightPrompt
from client.games.midnight.text.names import card_name
from client.table.prompt.hints import Key, describe_undo_keys, format_option
from client.table.seats.names import Names
from core.engine.hidden.hand import HeldCard
from core.engine.text.words import format_count
from core.games.midnight import action
from core.games.midnight.cards import CARDS, DIAL_NAMES, SET_KINDS, TOP, Card
from core.games.midnight.state import Midnight
from core.games.midnight.upgrades import UPGRADES

ACTIONS = {
    action.BORDER: "Lay a card on a border",
    action.CAPITAL: "Play a card to the Capital",
    action.DISCARD: "Discard a card for its effect",
    action.SET: "Discard a set of three",
    action.MOVE: "Move a card to another border",
    action.STORE: "Put a card into the stockpile",
    action.PAIR: "Discard a pair",
    action.STOP: "End the turn",
}
"""Name of every action in the list of possible actions."""
DESTINATION_WORDS = {
    action.BORDER: "border",
    action.CAPITAL: "Capital",
    action.DISCARD: "Discard",
    "look": "Discard",
    action.SET: "set",
    action.STORE: "stockpile",
    action.PAIR: "pair",
}
"""Short names of a card's destinations, by kind of pick."""


def possible_actions(names: Names, inquiry: MidnightPrompt, hand: Sequence[HeldCard], key: Key) -> Iterator[str]:
    """Yield the possible actions, one per line."""
    if inquiry.asked_of is action.ACT and not inquiry.answers:
        left = inquiry.state.actions_left(inquiry.seat)
        yield f"{format_count(max(0, left), 'action')} left in this turn."
        yield "Actions in green are possible:"
        for kind, words in ACTIONS.items():
            yield format_option(words, why_not(inquiry, kind))
        yield from dict.fromkeys(_card(inquiry, held) for held in hand)
    elif inquiry.asked_of is UPGRADES:
        yield "Dials in green can be turned up:"
        for dial, name in enumerate(DIAL_NAMES):
            may = ("dial", dial) in inquiry.targets
            full = inquiry.state.dials[inquiry.seat][dial] == TOP[dial]
            yield format_option(name, "" if may else "it is at its highest value." if full else "all steps are chosen.")
    elif inquiry.targets:
        yield "You can choose:"
        yield from dict.fromkeys(
            format_option(names.to_plain_text(inquiry.pick_name(pick)), "") for pick in inquiry.targets
        )
    if inquiry.decision is not None:
        yield f"*{key('confirm')}* locks it in."
    elif inquiry.targets:
        yield f"*{key('target before')}* and *{key('target after')}* step through the buttons on the right."
    if inquiry.answers:
        yield describe_undo_keys(key)


def _card(inquiry: MidnightPrompt, held: HeldCard) -> str:
    """Return the name of a card of the hand, with its possible uses."""
    ways = ", ".join(dict.fromkeys(DESTINATION_WORDS[way] for way in inquiry.ways_of(held[0])))
    return format_option(card_name(held[0]), "" if ways else inquiry.why_not(("card", held[0])), f": {ways}")


def why_not(inquiry: MidnightPrompt, kind: str) -> str:
    """Return the reason why a kind of action is not possible now, or "" if it is possible."""
    if kind in inquiry.kinds():
        return ""
    state, seat = inquiry.state, inquiry.seat
    if state.ruined[seat] and kind not in (action.DISCARD, action.SET, action.PAIR):
        return "not in Ruin."
    if kind == action.PAIR and not state.ruined[seat]:
        return "only in Ruin."
    if kind == action.STORE and not state.clock:
        return "at Midnight the stockpile is your hand."
    if state.actions_left(seat) <= 0:
        return "you have no actions left."
    return _missing_condition_text(state, seat, kind)


def _missing_condition_text(state: Midnight, seat: int, kind: str) -> str:
    """Return the condition that a generally allowed action still lacks, in words."""
    if kind in (action.BORDER, action.MOVE) and not state.targets_of(seat):
        return "every other nation is in Ruin."
    if kind == action.MOVE:
        lies = any(entries for _, entries in state.facing_borders(seat))
        return "there is no other border to move it to." if lies else "you have no card on a border."
    if kind == action.SET:
        return f"you do not have three cards that count as {_or(CARDS[each] for each in SET_KINDS)}."
    if kind == action.PAIR:
        return "you have neither two of a kind nor a Wild card to go with another."
    if kind == action.STORE:
        return "you have no card in hand."
    fits = {action.BORDER: "border", action.CAPITAL: "capital", action.DISCARD: "discard"}[kind]
    return f"it takes {_or(card for card in CARDS if getattr(card, fits))}."


def _or(cards: Iterator[Card]) -> str:
    *others, last = (card.name for card in cards)
    return f"{', '.join(others)} or {last}" if others else last
