"""Cards that a chair may not use, drawn by lot: what a strength is measured with.

Whoever may not use a card neither bids for it nor picks it nor, should it come to it all the same, plays it: while it
decides, the card costs more mana than anybody has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

from core.bots import bridgefront_worth
from core.bridgefront.catalogue import CARDS
from core.bridgefront.collection import own_offers
from core.bridgefront.decisions import Bid, Pick, Picks
from core.games import GAMES
from core.kernel.game import Decision, Game, Player
from core.kernel.secrets import Secrets
from lab.dice import dice
from lab.players import Around

TOO_MUCH = 30
"""Mana that nobody has."""
KNOWN = ("bridgefront",)
"""The games in which cards can be banned."""


@cache
def cards(game: str) -> tuple[str, ...]:
    """The names of all cards of a game."""
    assert game in KNOWN and GAMES
    return tuple(card.name for card in CARDS)


def price(game: str, name: str) -> str:
    """What a card costs to play, in words."""
    card = CARDS[cards(game).index(name)]
    gold = "/".join(str(number) for number in (card.gold if len(set(card.gold)) > 1 else card.gold[:1]))
    return f"{card.mana} mana" + (f", {gold} gold" if any(card.gold) else "")


def banned(game: str, share: int, seed: str, block: int, rotation: int, chair: int) -> frozenset[str]:
    """The cards that a chair may not use in a match: each of them with this chance in a hundred, so that also what all
    cards are worth together can be told from luck.
    """
    lot = dice("bans", game, seed, block, rotation, chair)
    return frozenset(name for name in cards(game) if lot.uniform(100) < share)


def numbers(names: Collection[str]) -> frozenset[int]:
    """Cards by their numbers in the catalogue."""
    return frozenset(number for number, name in enumerate(cards("bridgefront")) if name in names)


class Without(Around):
    """A player that does not use some cards; one that knows that by itself is helped with bids and picks alone."""

    def __init__(self, player: Player, names: Collection[str]) -> None:
        super().__init__(player)
        _learn_worths()
        self._without = numbers(names)
        self._dear = () if getattr(player, "banned", ()) else tuple(sorted(self._without))

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        """The player's decision, without these cards."""
        with _dear(self._dear):
            decision = self.player.decide(game, state, seat, secrets)
        if isinstance(decision, Bid) and decision.kind == "buy":
            wanted = state.row[state.row_at] if state.row_at < len(state.row) else 0
            return Bid("pass", 0) if state.card[wanted] in self._without else decision
        if isinstance(decision, Pick):
            [offer, *_] = own_offers(state, seat)
            return Pick(self._other(state, offer.copies, decision.pick))
        if isinstance(decision, Picks):
            offers = own_offers(state, seat)
            picks = [
                None if pick is None else self._other(state, offer.copies, pick)
                for offer, pick in zip(offers, decision.picks)
            ]
            return Picks(tuple(picks))
        return decision

    def _other(self, state: Any, copies: Sequence[int], pick: int) -> int:
        """The pick, or the first card that may be used, if there is one."""
        free = [place for place, copy in enumerate(copies) if state.card[copy] not in self._without]
        return pick if not free or pick in free else free[0]


@contextmanager
def _dear(numbers: Sequence[int]) -> Iterator[None]:
    """These cards cost too much meanwhile."""
    before = [CARDS[number] for number in numbers]
    for number, card in zip(numbers, before):
        CARDS[number] = _dearer(card)
    try:
        yield
    finally:
        for number, card in zip(numbers, before):
            CARDS[number] = card


@cache
def _dearer(card: Any) -> Any:
    return replace(card, mana=TOO_MUCH)


@cache
def _learn_worths() -> None:
    """What bots remember of cards they learn before any is too dear."""
    for number in range(len(CARDS)):
        bridgefront_worth.play_worth(number)
