"""Sentences for events, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine import events as k
from core.engine.game import Event
from core.engine.text.words import capitalised, count, listed
from core.games.outposts import cards
from core.games.outposts import events as e
from core.games.outposts.board import LEAGUES, territory
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import entry, goods, kept, name_list, place, printed, wall_places, who

__all__ = ["SENTENCES", "tell"]


def tell(state: Outposts, event: Event) -> str:
    """Return a line of text that describes the event."""
    return capitalised(SENTENCES[type(event)](event))


def _paid(x: e.Paid) -> str:
    return f"{who(x.seat)} pays {goods(x.price)}" + (f" to {who(x.to)}" if x.to else "")


def _built(x: e.LocationBuilt) -> str:
    return f"{who(x.seat)} builds {cards.name(x.copy)}" + (f" over {cards.name(x.over)}" if x.over else "")


def _razed(x: e.LocationRazed) -> str:
    after = "it is discarded" if x.owner == WARDEN else "it becomes a Ruins"
    return f"{who(x.seat)} razes {who(x.owner)}'s {cards.name(x.copy)}: {after}"


def _outpost_effect_text(x: e.OutpostActivated) -> str:
    return f"{who(x.seat)} activates the Outpost on {place(x.place)}: {printed(territory(x.place).gives[x.level - 1])}"


def _warden_flipped_text(x: e.WardenFlipped) -> str:
    against = f"the Outpost on {place(x.place)}" if x.place else "a Location"
    card = cards.card(x.copy) if x.copy else None
    shown = f"{card.name} ({', '.join(card.types)}, distance {card.dist})" if card else "no card"
    return f"the Warden attacks {against} and flips {shown}"


def _warden_razed(x: e.WardenRazed) -> str:
    return f"the Warden razes {cards.name(x.copy) if x.copy else f'the Outpost on {place(x.place)}'} and gains 1 VP"


def _ended(x: e.MatchEnded) -> str:
    ends = [(-points, seat, f"{who(seat)} has {points} VP") for seat, points in enumerate(x.points, 1)]
    ends += [(-x.warden, WARDEN, f"the Warden has {x.warden} VP")] * (x.warden >= 0)
    return f"the match is over: {listed(words for *_, words in sorted(ends))}"


def _in_the_open(x: k.CardsInTheOpen) -> str:
    table = f", under Ruins {name_list(x.table)}" if x.table else ""
    return f"the cards of {who(x.seat)} are dealt again, face up: hand {name_list(x.hand)}{table}"


X = TypeVar("X", bound=Event)
Sentence = Callable[[Event], str]


def _told(kind: type[X], sentence: Callable[[X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _told(e.LeagueChosen, lambda x: f"{who(x.seat)} leads the {LEAGUES[x.league].name}"),
        _told(e.CardsBuried, lambda x: f"{who(x.seat)} puts {count(x.cards, 'card')} under the satchel"),
        _told(e.RoundBegan, lambda x: f"round {x.round}: {who(x.first)} begins"),
        _told(e.ConnectionsRevealed, lambda x: f"Connections: {name_list(x.copies)}"),
        _told(e.RowRevealed, lambda x: f"Lookout: {name_list(x.copies)}"),
        _told(e.CardSelected, lambda x: f"{who(x.seat)} takes {cards.name(x.copy)}"),
        _told(e.SelectionSkipped, lambda x: f"{who(x.seat)} skips to build an Outpost"),
        _told(e.RowDiscarded, lambda x: f"discarded from the Lookout: {name_list(x.copies)}"),
        _told(e.DeckRenewed, lambda x: f"the discards go back into the deck: {count(x.cards, 'card')}"),
        _told(e.Gained, lambda x: f"{who(x.seat)} gains {goods(x.gain)}"),
        _told(e.Paid, _paid),
        _told(e.RuinsGained, lambda x: f"{who(x.seat)} gains a Ruins, face down"),
        _told(e.LocationBuilt, _built),
        _told(e.DealMade, lambda x: f"{who(x.seat)} makes {cards.name(x.copy)} a Deal"),
        _told(e.HandCardRazed, lambda x: f"{who(x.seat)} razes {cards.name(x.copy)} from hand"),
        _told(e.LocationRazed, _razed),
        _told(e.LocationUsed, lambda x: f"{who(x.seat)} uses {cards.name(x.copy)}"),
        _told(e.BoardUsed, lambda x: f"{who(x.seat)} uses the board action"),
        _told(e.LocationVisited, lambda x: f"{who(x.seat)} visits {who(x.owner)}'s {cards.name(x.copy)}"),
        _told(e.ConnectionClaimed, lambda x: f"{who(x.seat)} claims {cards.name(x.copy)}"),
        _told(e.Laboured, lambda x: f"{who(x.seat)} labours"),
        _told(e.WallsPlaced, lambda x: f"{who(x.seat)} places Walls on {wall_places(x.where)}"),
        _told(e.HandCardDiscarded, lambda x: f"{who(x.seat)} discards {cards.name(x.copy)}"),
        _told(e.RuinsDiscarded, lambda x: f"{who(x.seat)} clears a Ruins: {cards.name(x.copy)}"),
        _told(e.RuinsTaken, lambda x: f"{who(x.seat)} takes {entry(x.entry)} from a Ruins"),
        _told(e.OutpostTakenAway, lambda x: f"{who(x.seat)} removes the Outpost from {place(x.place)}"),
        _told(e.OutpostBuilt, lambda x: f"{who(x.seat)} builds an Outpost on {place(x.place)}, level {x.level}"),
        _told(
            e.OutpostUpgraded, lambda x: f"{who(x.seat)} upgrades the Outpost on {place(x.place)} to level {x.level}"
        ),
        _told(e.OutpostActivated, _outpost_effect_text),
        _told(
            e.OutpostRazed,
            lambda x: f"{who(x.seat)} razes {who(x.owner)}'s level {x.level} Outpost on {place(x.place)}",
        ),
        _told(e.Passed, lambda x: f"{who(x.seat)} passes"),
        _told(e.SecondActionLeftOut, lambda x: f"{who(x.seat)} takes no second action"),
        _told(e.MarksKept, lambda x: f"{who(x.seat)} keeps {kept(x.marks)}"),
        _told(e.CardsDiscarded, lambda x: f"{who(x.seat)} discards {name_list(x.copies)} (hand limit)"),
        _told(e.RoundEnded, lambda x: f"round {x.round} is over"),
        _told(e.WardenGained, lambda x: f"the Warden gains {cards.name(x.copy)}"),
        _told(e.WardenTook, lambda x: f"the Warden takes {cards.name(x.copy)}: {x.points} VP"),
        _told(e.WardenFlipped, _warden_flipped_text),
        _told(e.WallLost, lambda x: f"{cards.name(x.copy)} loses a Wall instead"),
        _told(e.WardenFailed, lambda x: "the Warden's attack fails"),
        _told(e.WardenRazed, _warden_razed),
        _told(e.MatchEnded, _ended),
        _told(k.SatchelDealt, lambda x: f"{who(x.seat)} is dealt a satchel: {name_list(x.copies)}"),
        _told(k.CardsDrawn, lambda x: f"{who(x.seat)} draws {count(len(x.slots), 'card')}"),
        _told(k.CardsDrawnOpenly, lambda x: f"{who(x.seat)} draws face up: {name_list(x.copies)}"),
        _told(k.CardsInTheOpen, _in_the_open),
        _told(k.PileLaid, lambda x: f"{who(x.seat)} sets out a satchel of {count(x.size, 'card')}"),
        _told(k.AuditPassed, lambda x: f"the audit of {who(x.seat)} passes: {count(x.slots, 'slot')} opened"),
        _told(k.AuditOwed, lambda x: f"{who(x.seat)} is absent from the audit: {count(x.slots, 'slot')} unopened"),
    ]
)
