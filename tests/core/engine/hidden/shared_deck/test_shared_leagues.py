"""Leagues of seats in a match with a shared deck: the cards that each league of four seats can read.

The match uses real keys and all public messages.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import pytest

from core.engine.hidden.points import POINT, interpolate, multiply, subtract_any
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.duties import Copied, Given, Openings, Pass
from core.engine.hidden.shared_deck.events import DeckShuffled
from core.engine.hidden.shared_deck.keys import DeckKeys
from core.engine.hidden.shared_deck.state import faces_by_point
from tests.support.games.magpies.game import Nest
from tests.support.games.magpies.watch import Secretive, table

SEATS = (1, 2, 3, 4)
LEAGUES = [league for size in (1, 2, 3) for league in combinations(SEATS, size)]
QUORUM = 3


class Told(NamedTuple):
    """A match in which no seat opens a card.

    It has the keys, the lists passed round, every closed card, the shares given for it, and the seats that know it.
    """

    match: bytes
    keys: dict[int, DeckKeys]
    lists: list[list[tuple[int, bytes]]]
    """Cards of each list of the whole table, with the seat that passed it, or 0."""
    cards: dict[int, bytes]
    given: dict[int, set[bytes]]
    knows: dict[int, set[int]]
    again: list[tuple[set[bytes], set[bytes]]]
    """All points before each reshuffle, and those of the deck after it."""


@cache
def told() -> Told:
    """Return a match of players who show nothing, played to the second reshuffle."""
    match = table(4, player=Secretive)
    state: Nest = match.state
    found = Told(match.match, {s: match.secrets[s].deck_keys for s in SEATS}, [], {}, {}, {}, [])
    before: set[bytes] = set()
    while state.asking[:1] == () or state.asking[0][1] != "deck_open":
        asked, work = {seat: detail for seat, _, detail in state.asking}, state.shared.shuffling
        decisions, events = match.step()
        state = match.state
        for seat, decision in decisions.items():
            _listen(found, state, seat, decision, asked[seat], work)
        for slot, card in state.shared.cards.items():
            found.cards.setdefault(slot, card)
            before.update(passes.split_bytes(card))
        for event in events:
            if isinstance(event, DeckShuffled):
                deck = {
                    point for slot in state.shared.decks[0] for point in passes.split_bytes(state.shared.cards[slot])
                }
                found.again.append((before - deck, deck))
        _note(found, state)
    assert len(found.again) == 3
    return found


def _listen(found: Told, state: Nest, seat: int, decision: Any, detail: Any, work: Any) -> None:
    if isinstance(decision, Given):
        for (slot, _), share in zip(detail[0], passes.split_bytes(decision.data, keys.SHARE_BYTES)):
            found.given.setdefault(slot, set()).add(share[:POINT])
    elif isinstance(decision, Pass) and not work.whose:
        if not work.passed:
            found.lists.append([(0, work.cards)])
        found.lists[-1].append((seat, decision.data[: len(work.cards)]))
    assert not isinstance(decision, Openings) and isinstance(decision, Given | Pass | Copied | tuple)


def _note(found: Told, state: Nest) -> None:
    """Record which seats know a slot: those that were dealt it, and the makers of copies."""
    shared = state.shared
    for seat in SEATS:
        for slot in shared.hands[seat]:
            found.knows.setdefault(slot, set()).add(seat)
    for slot, looker in shared.looks.items():
        found.knows.setdefault(slot, set()).add(looker)
        found.knows.setdefault(shared.copied[slot], set()).add(looker)
    for _ in range(2):  # a copy of a copy
        for new, old in shared.copied.items():
            both = found.knows.setdefault(new, set()) | found.knows.setdefault(old, set())
            found.knows[new] |= both
            found.knows[old] |= both if new in shared.looks else set()


def read(one: Told, league: tuple[int, ...], slot: int) -> bool:
    """Return True if the league finds the face from its own shares, given ones and reconstructed ones."""
    card, faces = one.cards[slot], faces_by_point(one.match, 0, 10)
    a, b = card[:POINT], card[POINT:]
    shares = {seat: multiply(one.keys[seat]._secrets[0], a) for seat in league}
    for seat in SEATS:
        right = multiply(one.keys[seat]._secrets[0], a)
        if right in one.given.get(slot, ()):
            shares[seat] = right
        elif seat not in league:
            shares[seat] = interpolate({y: multiply(one.keys[y].received_values[seat], a) for y in league})
    return keys.remove_shares(b, list(shares.values())) in faces


@pytest.mark.parametrize("league", LEAGUES, ids=str)
def test_a_league_reads_only_cards_dealt_to_its_seats(league: tuple[int, ...]) -> None:
    """The league has all public messages of the match.

    A majority reads everything, as documented.
    """
    one = told()
    slots = sorted(one.cards)[:: 3 if len(league) > 1 else 1]
    could = {slot for slot in slots if read(one, league, slot)}
    dealt = {slot for slot in slots if one.knows.get(slot, set()) & set(league) and slot in one.given}
    if len(league) >= QUORUM:
        assert could == set(slots)
    else:
        assert dealt and could <= {slot for slot in slots if one.knows.get(slot, set()) & set(league)}
        assert {slot for slot in dealt if len(one.given[slot]) == 3} & could


@pytest.mark.parametrize("league", list(combinations(SEATS, 2)), ids=str)
def test_a_league_below_m_cannot_compute_a_shuffled_order(league: tuple[int, ...]) -> None:
    """A league below m cannot link a list through an honest seat's pass, reshuffles included."""
    one, checked = told(), 0
    own = [one.keys[seat]._secrets[0] for seat in league]
    kept = [one.keys[seat].received_values[other] for seat in league for other in SEATS if other != seat]
    for passed in one.lists:
        for (_, before), (seat, after) in pairwise(passed):
            if seat in league:
                continue
            checked += 1
            cards = (passes.split_bytes(before, passes.CARD_BYTES)[:4], passes.split_bytes(after, passes.CARD_BYTES))
            for card in cards[0]:
                for other in cards[1]:
                    a, b = subtract_any(other[:POINT], card[:POINT]), subtract_any(other[POINT:], card[POINT:])
                    assert not any(multiply(k, a) == b for k in (*own, *kept))
    assert checked >= len(one.lists)


def test_a_reshuffled_deck_repeats_no_earlier_point() -> None:
    """After a reshuffle no point of a face-down card, a hand or a copy occurs again.

    So no seat can find a card by its bytes, not even the seat that discarded it.
    """
    for before, deck in told().again:
        assert deck and not before & deck
