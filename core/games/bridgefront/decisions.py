"""Every decision as data (rules 14.1).

The fields of a record are sent as an array over the network. Hexes and edges are numbers of the grid. A *card* is the
copy of an open hand card or the opening of a closed hand slot.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Opening
from core.games.bridgefront.state import Locked


class FactionRanking(NamedTuple):
    """A ranking of factions by number, the best first, without repetition (D1).

    The other factions follow in the order of part 13.
    """

    ranking: tuple[int, ...]


class CapitalRanking(NamedTuple):
    """A ranking of Capital slots by number, the best first (D2).

    The record also holds the fresh slots of the personal deck.
    """

    ranking: tuple[int, ...]
    batch: bytes


class CapitalChoice(NamedTuple):
    """A Capital that a seat chooses when it is its turn (D2, capital_draft = sequential)."""

    slot: int


class StartingBridges(NamedTuple):
    """The two different edges of a seat's starting Bridges (D3)."""

    edges: tuple[int, int]


class Pick(NamedTuple):
    """The index of a card in the seat's offer (D4).

    It is also used for an offer that a card has made (Foundry Heist, Forge Relic).
    """

    pick: int


class Discard(NamedTuple):
    """The cards to discard or to burn; the ask gives their number (D5, D8)."""

    cards: tuple[Card, ...]


class Bid(NamedTuple):
    """A bid of "buy" or "pass" with an amount of gold (D6).

    `refuse` is possible only with option refuse_card.
    """

    kind: str
    amount: int
    refuse: bool = False


class SealedBids(NamedTuple):
    """The bids for all cards of the row (D6, market_mode = sealed_row)."""

    bids: tuple[Bid, ...]


class Walk(NamedTuple):
    """A stack and its path.

    The fields are the start, the number of Forces, the Champions by copy, and the hexes without the start.
    """

    start: int
    forces: int
    champions: tuple[int, ...]
    path: tuple[int, ...]


class Power(NamedTuple):
    """A declared champion power: the Champion that uses it and its target.

    The target is a Champion, or 0 if none is named.
    """

    champion: int
    target: int = 0


class Action(NamedTuple):
    """An action for one step: "card", "build", "march", "reinforce" or "done" (D7).

    `order` sets the standing target order, and "" leaves it unchanged. `speed` is "low" or "high" with initiative_mode
    = choice, else "". `batch` holds the fresh slots if cards are to be shuffled in, else None.
    """

    kind: str
    card: Card | None = None
    locked: Locked = ()
    powers: tuple[Power, ...] = ()
    order: str = ""
    speed: str = ""
    batch: bytes | None = None


class Keep(NamedTuple):
    """The slot that a seat keeps, and the openings of the others (D8 Scout Report).

    `show` is the opening of the kept slot if it must be shown, else None.
    """

    keep: int
    discard: tuple[Opening, ...]
    show: Opening | None = None


class Lay(NamedTuple):
    """The card that a seat puts on top of the draw pile (D8 Perfect Recall, Tome of Orders).

    It is given as a slot. If the hand holds an open card, it is given as the whole hand in fresh slots, with the first
    slot on top (H4). If both fields are None, no card is put on top.
    """

    slot: int | None = None
    batch: bytes | None = None


class Scry(NamedTuple):
    """The slots that a seat puts on top and underneath (D8 Center Relic).

    The first slot on top is drawn first. The last slot underneath is the lowest.
    """

    top: tuple[int, ...]
    bottom: tuple[int, ...]


class Collect(NamedTuple):
    """The chosen yields of the seat's Mines and Forges (D9).

    The tiles are in canonical order. Mines yield "gold" or "look". Forges yield "draft" or "reforge", with the card to
    scrap if there is one.
    """

    mines: tuple[str, ...]
    forges: tuple[tuple[str, Card | None], ...]


class Picks(NamedTuple):
    """The index of the picked card in each of the seat's offers (D10).

    The offers are in the order in which they were turned up. The index is None if the seat declines a Mine's offer.
    """

    picks: tuple[int | None, ...]


class Hits(NamedTuple):
    """The target of each directed hit: a Champion's copy, or 0 for a Force (D11, hit_control = prompt)."""

    hits: tuple[int, ...]


class Show(NamedTuple):
    """The openings of drawn cards (Z2).

    They open cards that the hand limit discards, and drawn cards that must be shown.
    """

    show: tuple[Opening, ...]


class Clear(NamedTuple):
    """The openings of a seat's closed hand and of its superseded slots (Z3).

    At the end of the match, the draw pile is opened too.
    """

    hand: tuple[Opening, ...]
    owed: tuple[Opening, ...]
    pile: tuple[Opening, ...] = ()
