"""Every decision as data; the array of a record's fields is sent over the wire (rules 14.1).

Hexes and edges are numbers of the grid. A *card* is the copy of an open hand card or the opening of a closed hand slot.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Opening
from core.games.bridgefront.state import Locked


class FactionRanking(NamedTuple):
    """Ranking of factions by number, best first, no repeats (D1).

    The rest follow in the order of part 13.
    """

    ranking: tuple[int, ...]


class CapitalRanking(NamedTuple):
    """Ranking of Capital slots by number, best first, and the fresh slots of the personal deck (D2)."""

    ranking: tuple[int, ...]
    batch: bytes


class CapitalChoice(NamedTuple):
    """Capital chosen in turn (D2, capital_draft = sequential)."""

    slot: int


class StartingBridges(NamedTuple):
    """Two different edges for the starting Bridges (D3)."""

    edges: tuple[int, int]


class Pick(NamedTuple):
    """Index in the seat's offer (D4); also for an offer made by a card (Foundry Heist, Forge Relic)."""

    pick: int


class Discard(NamedTuple):
    """Cards to discard or to burn; their number is in the ask (D5, D8)."""

    cards: tuple[Card, ...]


class Bid(NamedTuple):
    """Bid of "buy" or "pass" and an amount of gold; refuse only with option refuse_card (D6)."""

    kind: str
    amount: int
    refuse: bool = False


class SealedBids(NamedTuple):
    """Bid for every card of the row (D6, market_mode = sealed_row)."""

    bids: tuple[Bid, ...]


class Walk(NamedTuple):
    """Stack and its path: start, number of Forces, Champions by copy, the hexes without the start."""

    start: int
    forces: int
    champions: tuple[int, ...]
    path: tuple[int, ...]


class Power(NamedTuple):
    """Declared champion power: the Champion that uses it and its target.

    The target is a Champion, or 0 where none is named.
    """

    champion: int
    target: int = 0


class Action(NamedTuple):
    """Action of a step: "card", "build", "march", "reinforce" or "done" (D7).

    `order` sets the standing target order ("" leaves it). `speed` is "low" or "high" with initiative_mode = choice,
    else "". `batch` holds the fresh slots if cards are to be shuffled in, else None.
    """

    kind: str
    card: Card | None = None
    locked: Locked = ()
    powers: tuple[Power, ...] = ()
    order: str = ""
    speed: str = ""
    batch: bytes | None = None


class Keep(NamedTuple):
    """Slot kept, the others opened, and the kept one opened too if it must be shown (D8 Scout Report)."""

    keep: int
    discard: tuple[Opening, ...]
    show: Opening | None = None


class Lay(NamedTuple):
    """Card put on top of the draw pile (D8 Perfect Recall, Tome of Orders).

    It is a slot. Where the hand holds an open card, it is the whole hand in fresh slots, its first slot on top (H4).
    Both absent: nothing is put on top.
    """

    slot: int | None = None
    batch: bytes | None = None


class Scry(NamedTuple):
    """Slots put on top (the first is drawn first) and underneath (the last is lowest) (D8 Center Relic)."""

    top: tuple[int, ...]
    bottom: tuple[int, ...]


class Collect(NamedTuple):
    """Yields of the seat's Mines and Forges (D9).

    Mines, in canonical order, give "gold" or "look". Forges give "draft" or "reforge", with the card to scrap if any.
    """

    mines: tuple[str, ...]
    forges: tuple[tuple[str, Card | None], ...]


class Picks(NamedTuple):
    """Index for each of the seat's offers in turn-up order, or None to decline (D10); Mines only."""

    picks: tuple[int | None, ...]


class Hits(NamedTuple):
    """Target of each chosen hit: a Champion's copy, or 0 for a Force (D11, hit_control = prompt)."""

    hits: tuple[int, ...]


class Show(NamedTuple):
    """Openings of cards discarded by the hand limit, and of drawn ones that must be shown (Z2)."""

    show: tuple[Opening, ...]


class Clear(NamedTuple):
    """Openings of the closed hand, the superseded slots and, at the end of the match, the draw pile (Z3)."""

    hand: tuple[Opening, ...]
    owed: tuple[Opening, ...]
    pile: tuple[Opening, ...] = ()
