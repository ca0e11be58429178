"""Sentences for events, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine import events as k
from core.engine.game import Event
from core.engine.text.words import capitalised, count, listed
from core.games.outposts import cards
from core.games.outposts import events as e
from core.games.outposts.board import LEAGUES
from core.games.outposts.ruleset import Rules
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import entry, goods, kept, name_list, place, printed, wall_places, who

__all__ = ["SENTENCES", "tell"]


def tell(state: Outposts, event: Event) -> str:
    """Return a line of text that describes the event."""
    return capitalised(SENTENCES[type(event)](state.rules, event))


def _paid(r: Rules, x: e.Paid) -> str:
    return f"{who(x.seat)} pays {goods(x.price)}" + (f" to {who(x.to)}" if x.to else "")


def _built(r: Rules, x: e.LocationBuilt) -> str:
    return f"{who(x.seat)} builds {cards.name(x.copy)}" + (f" over {cards.name(x.over)}" if x.over else "")


def _razed(r: Rules, x: e.LocationRazed) -> str:
    after = "it is discarded" if x.owner == WARDEN else "it becomes a Ruins"
    return f"{who(x.seat)} razes {who(x.owner)}'s {cards.name(x.copy)}: {after}"


def _outpost_effect_text(r: Rules, x: e.OutpostActivated) -> str:
    gain = printed(r.territory(x.place).gives[x.level - 1])
    return f"{who(x.seat)} activates the Outpost on {place(x.place)}: {gain}"


def _warden_flipped_text(r: Rules, x: e.WardenFlipped) -> str:
    against = f"the Outpost on {place(x.place)}" if x.place else "a Location"
    card = r.card(x.copy) if x.copy else None
    shown = f"{card.name} ({', '.join(card.types)}, distance {card.dist})" if card else "no card"
    return f"the Warden attacks {against} and flips {shown}"


def _warden_razed(r: Rules, x: e.WardenRazed) -> str:
    return f"the Warden razes {cards.name(x.copy) if x.copy else f'the Outpost on {place(x.place)}'} and gains 1 VP"


def _ended(r: Rules, x: e.MatchEnded) -> str:
    ends = [(-points, seat, f"{who(seat)} has {points} VP") for seat, points in enumerate(x.points, 1)]
    ends += [(-x.warden, WARDEN, f"the Warden has {x.warden} VP")] * (x.warden >= 0)
    return f"the match is over: {listed(words for *_, words in sorted(ends))}"


def _in_the_open(r: Rules, x: k.CardsInTheOpen) -> str:
    table = f", under Ruins {name_list(x.table)}" if x.table else ""
    return f"the cards of {who(x.seat)} are dealt again, face up: hand {name_list(x.hand)}{table}"


X = TypeVar("X", bound=Event)
Sentence = Callable[[Rules, Event], str]


def _described_by(kind: type[X], sentence: Callable[[Rules, X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _described_by(e.LeagueChosen, lambda r, x: f"{who(x.seat)} leads the {LEAGUES[x.league].name}"),
        _described_by(e.CardsBuried, lambda r, x: f"{who(x.seat)} puts {count(x.cards, 'card')} under the satchel"),
        _described_by(e.RoundBegan, lambda r, x: f"round {x.round}: {who(x.first)} begins"),
        _described_by(e.ConnectionsRevealed, lambda r, x: f"Connections: {name_list(x.copies)}"),
        _described_by(e.RowRevealed, lambda r, x: f"Lookout: {name_list(x.copies)}"),
        _described_by(e.CardSelected, lambda r, x: f"{who(x.seat)} takes {cards.name(x.copy)}"),
        _described_by(e.SelectionSkipped, lambda r, x: f"{who(x.seat)} skips to build an Outpost"),
        _described_by(e.RowDiscarded, lambda r, x: f"discarded from the Lookout: {name_list(x.copies)}"),
        _described_by(e.DeckRenewed, lambda r, x: f"the discards go back into the deck: {count(x.cards, 'card')}"),
        _described_by(e.Gained, lambda r, x: f"{who(x.seat)} gains {goods(x.gain)}"),
        _described_by(e.Paid, _paid),
        _described_by(e.RuinsGained, lambda r, x: f"{who(x.seat)} gains a Ruins, face down"),
        _described_by(e.LocationBuilt, _built),
        _described_by(e.DealMade, lambda r, x: f"{who(x.seat)} makes {cards.name(x.copy)} a Deal"),
        _described_by(e.HandCardRazed, lambda r, x: f"{who(x.seat)} razes {cards.name(x.copy)} from hand"),
        _described_by(e.LocationRazed, _razed),
        _described_by(e.LocationUsed, lambda r, x: f"{who(x.seat)} uses {cards.name(x.copy)}"),
        _described_by(e.BoardUsed, lambda r, x: f"{who(x.seat)} uses the board action"),
        _described_by(e.LocationVisited, lambda r, x: f"{who(x.seat)} visits {who(x.owner)}'s {cards.name(x.copy)}"),
        _described_by(e.ConnectionClaimed, lambda r, x: f"{who(x.seat)} claims {cards.name(x.copy)}"),
        _described_by(e.Laboured, lambda r, x: f"{who(x.seat)} labours"),
        _described_by(e.WallsPlaced, lambda r, x: f"{who(x.seat)} places Walls on {wall_places(x.where)}"),
        _described_by(e.HandCardDiscarded, lambda r, x: f"{who(x.seat)} discards {cards.name(x.copy)}"),
        _described_by(e.RuinsDiscarded, lambda r, x: f"{who(x.seat)} clears a Ruins: {cards.name(x.copy)}"),
        _described_by(e.RuinsTaken, lambda r, x: f"{who(x.seat)} takes {entry(x.entry)} from a Ruins"),
        _described_by(e.OutpostTakenAway, lambda r, x: f"{who(x.seat)} removes the Outpost from {place(x.place)}"),
        _described_by(
            e.OutpostBuilt, lambda r, x: f"{who(x.seat)} builds an Outpost on {place(x.place)}, level {x.level}"
        ),
        _described_by(
            e.OutpostUpgraded, lambda r, x: f"{who(x.seat)} upgrades the Outpost on {place(x.place)} to level {x.level}"
        ),
        _described_by(e.OutpostActivated, _outpost_effect_text),
        _described_by(
            e.OutpostRazed,
            lambda r, x: f"{who(x.seat)} razes {who(x.owner)}'s level {x.level} Outpost on {place(x.place)}",
        ),
        _described_by(e.Passed, lambda r, x: f"{who(x.seat)} passes"),
        _described_by(e.SecondActionLeftOut, lambda r, x: f"{who(x.seat)} takes no second action"),
        _described_by(e.MarksKept, lambda r, x: f"{who(x.seat)} keeps {kept(x.marks)}"),
        _described_by(e.CardsDiscarded, lambda r, x: f"{who(x.seat)} discards {name_list(x.copies)} (hand limit)"),
        _described_by(e.RoundEnded, lambda r, x: f"round {x.round} is over"),
        _described_by(e.WardenGained, lambda r, x: f"the Warden gains {cards.name(x.copy)}"),
        _described_by(e.WardenTook, lambda r, x: f"the Warden takes {cards.name(x.copy)}: {x.points} VP"),
        _described_by(e.WardenFlipped, _warden_flipped_text),
        _described_by(e.WallLost, lambda r, x: f"{cards.name(x.copy)} loses a Wall instead"),
        _described_by(e.WardenFailed, lambda r, x: "the Warden's attack fails"),
        _described_by(e.WardenRazed, _warden_razed),
        _described_by(e.MatchEnded, _ended),
        _described_by(k.SatchelDealt, lambda r, x: f"{who(x.seat)} is dealt a satchel: {name_list(x.copies)}"),
        _described_by(k.CardsDrawn, lambda r, x: f"{who(x.seat)} draws {count(len(x.slots), 'card')}"),
        _described_by(k.CardsDrawnOpenly, lambda r, x: f"{who(x.seat)} draws face up: {name_list(x.copies)}"),
        _described_by(k.CardsInTheOpen, _in_the_open),
        _described_by(k.PileLaid, lambda r, x: f"{who(x.seat)} sets out a satchel of {count(x.size, 'card')}"),
        _described_by(
            k.AuditPassed, lambda r, x: f"the audit of {who(x.seat)} passes: {count(x.slots, 'slot')} opened"
        ),
        _described_by(
            k.AuditOwed, lambda r, x: f"{who(x.seat)} is absent from the audit: {count(x.slots, 'slot')} unopened"
        ),
    ]
)
