"""Every event as one line, as a person at the table tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.engine import events as k
from core.engine.game import Event
from core.engine.text.words import capitalised, count, listed
from core.games.outposts import cards
from core.games.outposts import events as e
from core.games.outposts.board import LEAGUES, territory
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import entry, goods, kept, named, place, printed, where, who

__all__ = ["SENTENCES", "tell"]


def tell(state: Outposts, event: Event) -> str:
    """The event as one line."""
    return capitalised(SENTENCES[type(event)](event))


def _paid(x: e.Paid) -> str:
    return f"{who(x.seat)} pays {goods(x.price)}" + (f" to {who(x.to)}" if x.to else "")


def _built(x: e.LocationBuilt) -> str:
    return f"{who(x.seat)} builds {cards.name(x.copy)}" + (f" over {cards.name(x.over)}" if x.over else "")


def _razed(x: e.LocationRazed) -> str:
    after = "it is discarded" if x.owner == WARDEN else "it is a Ruins now"
    return f"{who(x.seat)} razes {cards.name(x.copy)} of {who(x.owner)}: {after}"


def _effect(x: e.OutpostActivated) -> str:
    return f"{who(x.seat)} activates {place(x.place)}: {printed(territory(x.place).gives[x.level - 1])}"


def _flipped(x: e.WardenFlipped) -> str:
    against = f"the Outpost on {place(x.place)}" if x.place else "a Location"
    card = cards.card(x.copy) if x.copy else None
    shown = f"{card.name} ({', '.join(card.types)}, distance {card.dist})" if card else "no card"
    return f"the Warden attacks {against} and flips {shown}"


def _warden_razed(x: e.WardenRazed) -> str:
    return f"the Warden razes {cards.name(x.copy) if x.copy else f'the Outpost on {place(x.place)}'} and gains 1 VP"


def _ended(x: e.MatchEnded) -> str:
    ends = [f"{who(seat)} with {points} VP" for seat, points in enumerate(x.points, 1)]
    return f"the match is over: {listed(ends + [f'the Warden with {x.warden}'] * (x.warden >= 0))}"


def _in_the_open(x: k.CardsInTheOpen) -> str:
    table = f", under Ruins {named(x.table)}" if x.table else ""
    return f"the cards of {who(x.seat)} are dealt anew in the open: hand {named(x.hand)}{table}"


SENTENCES: dict[type, Callable[[Any], str]] = {
    e.LeagueChosen: lambda x: f"{who(x.seat)} leads the {LEAGUES[x.league].name}",
    e.CardsBuried: lambda x: f"{who(x.seat)} puts {count(x.cards, 'card')} under the satchel",
    e.RoundBegan: lambda x: f"round {x.round}: {who(x.first)} begins",
    e.ConnectionsRevealed: lambda x: f"Connections: {named(x.copies)}",
    e.RowRevealed: lambda x: f"in the lookout lie {named(x.copies)}",
    e.CardSelected: lambda x: f"{who(x.seat)} takes {cards.name(x.copy)}",
    e.SelectionSkipped: lambda x: f"{who(x.seat)} skips to build an Outpost",
    e.RowDiscarded: lambda x: f"nobody takes {named(x.copies)}",
    e.DeckRenewed: lambda x: f"the discards join the deck: {count(x.cards, 'card')}",
    e.Gained: lambda x: f"{who(x.seat)} gains {goods(x.gain)}",
    e.Paid: _paid,
    e.RuinsGained: lambda x: f"{who(x.seat)} lays a Ruins face down",
    e.LocationBuilt: _built,
    e.DealMade: lambda x: f"{who(x.seat)} makes {cards.name(x.copy)} a Deal",
    e.HandCardRazed: lambda x: f"{who(x.seat)} razes {cards.name(x.copy)} from the hand",
    e.LocationRazed: _razed,
    e.LocationUsed: lambda x: f"{who(x.seat)} uses {cards.name(x.copy)}",
    e.BoardUsed: lambda x: f"{who(x.seat)} takes the board action",
    e.LocationVisited: lambda x: f"{who(x.seat)} visits {cards.name(x.copy)} of {who(x.owner)}",
    e.ConnectionClaimed: lambda x: f"{who(x.seat)} claims {cards.name(x.copy)}",
    e.Laboured: lambda x: f"{who(x.seat)} labours",
    e.WallsPlaced: lambda x: f"{who(x.seat)} places Walls on {where(x.where)}",
    e.HandCardDiscarded: lambda x: f"{who(x.seat)} discards {cards.name(x.copy)}",
    e.RuinsDiscarded: lambda x: f"{who(x.seat)} clears a Ruins: {cards.name(x.copy)}",
    e.RuinsTaken: lambda x: f"{who(x.seat)} takes {entry(x.entry)} from a Ruins",
    e.OutpostTakenAway: lambda x: f"{who(x.seat)} takes the Outpost of {place(x.place)} away",
    e.OutpostBuilt: lambda x: f"{who(x.seat)} builds an Outpost on {place(x.place)}, level {x.level}",
    e.OutpostUpgraded: lambda x: f"{who(x.seat)} upgrades {place(x.place)} to level {x.level}",
    e.OutpostActivated: _effect,
    e.OutpostRazed: lambda x: f"{who(x.seat)} razes the Outpost of {who(x.owner)} on {place(x.place)}, level {x.level}",
    e.Passed: lambda x: f"{who(x.seat)} passes",
    e.SecondActionLeftOut: lambda x: f"{who(x.seat)} leaves the second action out",
    e.MarksKept: lambda x: f"{who(x.seat)} keeps {kept(x.marks)}",
    e.CardsDiscarded: lambda x: f"{who(x.seat)} discards {named(x.copies)}, over the hand limit",
    e.RoundEnded: lambda x: f"round {x.round} is over",
    e.WardenGained: lambda x: f"the Warden gains {cards.name(x.copy)}",
    e.WardenTook: lambda x: f"the Warden takes {cards.name(x.copy)}: {x.points} VP",
    e.WardenFlipped: _flipped,
    e.WallLost: lambda x: f"a Wall of {cards.name(x.copy)} is lost instead",
    e.WardenFailed: lambda x: "the Warden fails",
    e.WardenRazed: _warden_razed,
    e.MatchEnded: _ended,
    k.SatchelDealt: lambda x: f"the satchel of {who(x.seat)} holds {named(x.copies)}",
    k.CardsDrawn: lambda x: f"{who(x.seat)} draws {count(len(x.slots), 'card')}",
    k.CardsDrawnOpenly: lambda x: f"{who(x.seat)} draws in the open: {named(x.copies)}",
    k.CardsInTheOpen: _in_the_open,
    k.PileLaid: lambda x: f"{who(x.seat)} lays a satchel of {count(x.size, 'card')}",
    k.AuditPassed: lambda x: f"the audit of {who(x.seat)} passes: {count(x.slots, 'slot')} opened",
    k.AuditOwed: lambda x: f"{who(x.seat)} is not there to be audited: {count(x.slots, 'slot')} owed",
}
