"""Every decision as data (rules 14.1): the array of a record's fields is what travels.

Hexes and edges are numbers of the grid, a *card* is the copy of an open hand card or the opening of a closed hand slot.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Opening
from core.games.bridgefront.state import Locked


class FactionRanking(NamedTuple):
    """D1: factions by number, best first, no repeats; the rest follow in the order of part 13."""

    ranking: tuple[int, ...]


class CapitalRanking(NamedTuple):
    """D2: Capital slots by number, best first, and the personal deck laid into fresh slots."""

    ranking: tuple[int, ...]
    batch: bytes


class CapitalChoice(NamedTuple):
    """D2 one after the other (capital_draft = sequential)."""

    slot: int


class StartingBridges(NamedTuple):
    """D3: two different edges."""

    edges: tuple[int, int]


class Pick(NamedTuple):
    """D4, and the card of an offer made by a card (Foundry Heist, Forge Relic): index in the own offer."""

    pick: int


class Discard(NamedTuple):
    """D5 and D8: cards to discard or to burn; how many is in the ask."""

    cards: tuple[Card, ...]


class Bid(NamedTuple):
    """D6: "buy" or "pass" and an amount of gold; refuse only with option refuse_card."""

    kind: str
    amount: int
    refuse: bool = False


class SealedBids(NamedTuple):
    """D6 with market_mode = sealed_row: a bid for every card of the row."""

    bids: tuple[Bid, ...]


class Walk(NamedTuple):
    """A stack and its way: start, number of Forces, Champions by copy, the hexes without the start."""

    start: int
    forces: int
    champions: tuple[int, ...]
    path: tuple[int, ...]


class Power(NamedTuple):
    """A declared champion power: the Champion that uses it and its target (a Champion, or 0 where none is named)."""

    champion: int
    target: int = 0


class Action(NamedTuple):
    """D7: "card", "build", "march", "reinforce" or "done".

    `order` sets the standing target order ("" leaves it); `speed` is "low" or "high" with initiative_mode = choice,
    else ""; `batch` is laid if cards are to be shuffled in, else None.
    """

    kind: str
    card: Card | None = None
    locked: Locked = ()
    powers: tuple[Power, ...] = ()
    order: str = ""
    speed: str = ""
    batch: bytes | None = None


class Keep(NamedTuple):
    """D8 Scout Report: the slot kept, the others opened, the kept one opened too if it must be shown."""

    keep: int
    discard: tuple[Opening, ...]
    show: Opening | None = None


class Lay(NamedTuple):
    """D8 Perfect Recall, Tome of Orders: a slot laid on top; or, where the hand holds an open card, the whole hand laid
    afresh, its first slot on top (H4). Both absent: nothing is laid.
    """

    slot: int | None = None
    batch: bytes | None = None


class Scry(NamedTuple):
    """D8 Center Relic: slots laid on top (the first is drawn first) and underneath (the last lies lowest)."""

    top: tuple[int, ...]
    bottom: tuple[int, ...]


class Collect(NamedTuple):
    """D9: for the own Mines in canonical order "gold" or "look"; for the own Forges "draft" or "reforge", and the card
    to scrap if any.
    """

    mines: tuple[str, ...]
    forges: tuple[tuple[str, Card | None], ...]


class Picks(NamedTuple):
    """D10: for each own offer in the order in which they were turned up an index, or None to decline (Mines only)."""

    picks: tuple[int | None, ...]


class Hits(NamedTuple):
    """D11 (hit_control = prompt): where each chosen hit goes, a Champion's copy or 0 for a Force."""

    hits: tuple[int, ...]


class Show(NamedTuple):
    """Z2: openings of cards that went to the discard pile by the hand limit, and of drawn ones that must be shown."""

    show: tuple[Opening, ...]


class Clear(NamedTuple):
    """Z3: openings of the closed hand, of the superseded slots, and at the end of the match of the draw pile."""

    hand: tuple[Opening, ...]
    owed: tuple[Opening, ...]
    pile: tuple[Opening, ...] = ()
