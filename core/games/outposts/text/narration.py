"""Sentences for events, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine import events as k
from core.engine.game import Event
from core.engine.text.words import capitalise, format_count, join_list
from core.games.outposts import cards
from core.games.outposts import events as e
from core.games.outposts.board import LEAGUES
from core.games.outposts.ruleset import Rules
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import (
    entry_name,
    goods_text,
    kept_text,
    name_list,
    place_name,
    printed_text,
    seat_name,
    wall_places,
)

__all__ = ["SENTENCES", "narrate"]


def narrate(state: Outposts, event: Event) -> str:
    """Return a line of text that describes the event."""
    return capitalise(SENTENCES[type(event)](state.rules, event))


def _paid_text(r: Rules, event: e.Paid) -> str:
    return f"{seat_name(event.seat)} pays {goods_text(event.price)}" + (
        f" to {seat_name(event.to)}" if event.to else ""
    )


def _built_text(r: Rules, event: e.LocationBuilt) -> str:
    return f"{seat_name(event.seat)} builds {cards.name_of(event.copy)}" + (
        f" over {cards.name_of(event.over)}" if event.over else ""
    )


def _razed_text(r: Rules, event: e.LocationRazed) -> str:
    after = "it is discarded" if event.owner == WARDEN else "it becomes a Ruins"
    return f"{seat_name(event.seat)} razes {seat_name(event.owner)}'s {cards.name_of(event.copy)}: {after}"


def _outpost_effect_text(r: Rules, event: e.OutpostActivated) -> str:
    gain = printed_text(r.territory(event.place).gives[event.level - 1])
    return f"{seat_name(event.seat)} activates the Outpost on {place_name(event.place)}: {gain}"


def _warden_flipped_text(r: Rules, event: e.WardenFlipped) -> str:
    against = f"the Outpost on {place_name(event.place)}" if event.place else "a Location"
    card = r.card(event.copy) if event.copy else None
    shown = f"{card.name} ({', '.join(card.types)}, distance {card.dist})" if card else "no card"
    return f"the Warden attacks {against} and flips {shown}"


def _warden_razed_text(r: Rules, event: e.WardenRazed) -> str:
    return (
        f"the Warden razes "
        f"{cards.name_of(event.copy) if event.copy else f'the Outpost on {place_name(event.place)}'} and gains 1 VP"
    )


def _match_end_text(r: Rules, event: e.MatchEnded) -> str:
    ends = [(-points, seat, f"{seat_name(seat)} has {points} VP") for seat, points in enumerate(event.points, 1)]
    ends += [(-event.warden, WARDEN, f"the Warden has {event.warden} VP")] * (event.warden >= 0)
    return f"the match is over: {join_list(words for *_, words in sorted(ends))}"


def _open_cards_text(r: Rules, event: k.CardsInTheOpen) -> str:
    table = f", under Ruins {name_list(event.table)}" if event.table else ""
    return f"the cards of {seat_name(event.seat)} are dealt again, face up: hand {name_list(event.hand)}{table}"


X = TypeVar("X", bound=Event)
Sentence = Callable[[Rules, Event], str]


def _described_by(kind: type[X], sentence: Callable[[Rules, X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _described_by(e.LeagueChosen, lambda r, x: f"{seat_name(x.seat)} leads the {LEAGUES[x.league].name}"),
        _described_by(
            e.CardsBuried, lambda r, x: f"{seat_name(x.seat)} puts {format_count(x.cards, 'card')} under the satchel"
        ),
        _described_by(e.RoundBegan, lambda r, x: f"round {x.round}: {seat_name(x.first)} begins"),
        _described_by(e.ConnectionsRevealed, lambda r, x: f"Connections: {name_list(x.copies)}"),
        _described_by(e.RowRevealed, lambda r, x: f"Lookout: {name_list(x.copies)}"),
        _described_by(e.CardSelected, lambda r, x: f"{seat_name(x.seat)} takes {cards.name_of(x.copy)}"),
        _described_by(e.SelectionSkipped, lambda r, x: f"{seat_name(x.seat)} skips to build an Outpost"),
        _described_by(e.RowDiscarded, lambda r, x: f"discarded from the Lookout: {name_list(x.copies)}"),
        _described_by(
            e.DeckRenewed, lambda r, x: f"the discards go back into the deck: {format_count(x.cards, 'card')}"
        ),
        _described_by(e.Gained, lambda r, x: f"{seat_name(x.seat)} gains {goods_text(x.gain)}"),
        _described_by(e.Paid, _paid_text),
        _described_by(e.RuinsGained, lambda r, x: f"{seat_name(x.seat)} gains a Ruins, face down"),
        _described_by(e.LocationBuilt, _built_text),
        _described_by(e.DealMade, lambda r, x: f"{seat_name(x.seat)} makes {cards.name_of(x.copy)} a Deal"),
        _described_by(e.HandCardRazed, lambda r, x: f"{seat_name(x.seat)} razes {cards.name_of(x.copy)} from hand"),
        _described_by(e.LocationRazed, _razed_text),
        _described_by(e.LocationUsed, lambda r, x: f"{seat_name(x.seat)} uses {cards.name_of(x.copy)}"),
        _described_by(e.BoardUsed, lambda r, x: f"{seat_name(x.seat)} uses the board action"),
        _described_by(
            e.LocationVisited, lambda r, x: f"{seat_name(x.seat)} visits {seat_name(x.owner)}'s {cards.name_of(x.copy)}"
        ),
        _described_by(e.ConnectionClaimed, lambda r, x: f"{seat_name(x.seat)} claims {cards.name_of(x.copy)}"),
        _described_by(e.Laboured, lambda r, x: f"{seat_name(x.seat)} labours"),
        _described_by(e.WallsPlaced, lambda r, x: f"{seat_name(x.seat)} places Walls on {wall_places(x.where)}"),
        _described_by(e.HandCardDiscarded, lambda r, x: f"{seat_name(x.seat)} discards {cards.name_of(x.copy)}"),
        _described_by(e.RuinsDiscarded, lambda r, x: f"{seat_name(x.seat)} clears a Ruins: {cards.name_of(x.copy)}"),
        _described_by(e.RuinsTaken, lambda r, x: f"{seat_name(x.seat)} takes {entry_name(x.entry)} from a Ruins"),
        _described_by(
            e.OutpostTakenAway, lambda r, x: f"{seat_name(x.seat)} removes the Outpost from {place_name(x.place)}"
        ),
        _described_by(
            e.OutpostBuilt,
            lambda r, x: f"{seat_name(x.seat)} builds an Outpost on {place_name(x.place)}, level {x.level}",
        ),
        _described_by(
            e.OutpostUpgraded,
            lambda r, x: f"{seat_name(x.seat)} upgrades the Outpost on {place_name(x.place)} to level {x.level}",
        ),
        _described_by(e.OutpostActivated, _outpost_effect_text),
        _described_by(
            e.OutpostRazed,
            lambda r, x: (
                f"{seat_name(x.seat)} razes {seat_name(x.owner)}'s level {x.level} Outpost on {place_name(x.place)}"
            ),
        ),
        _described_by(e.Passed, lambda r, x: f"{seat_name(x.seat)} passes"),
        _described_by(e.SecondActionLeftOut, lambda r, x: f"{seat_name(x.seat)} takes no second action"),
        _described_by(e.MarksKept, lambda r, x: f"{seat_name(x.seat)} keeps {kept_text(x.marks)}"),
        _described_by(
            e.CardsDiscarded, lambda r, x: f"{seat_name(x.seat)} discards {name_list(x.copies)} (hand limit)"
        ),
        _described_by(e.RoundEnded, lambda r, x: f"round {x.round} is over"),
        _described_by(e.WardenGained, lambda r, x: f"the Warden gains {cards.name_of(x.copy)}"),
        _described_by(e.WardenTook, lambda r, x: f"the Warden takes {cards.name_of(x.copy)}: {x.points} VP"),
        _described_by(e.WardenFlipped, _warden_flipped_text),
        _described_by(e.WallLost, lambda r, x: f"{cards.name_of(x.copy)} loses a Wall instead"),
        _described_by(e.WardenFailed, lambda r, x: "the Warden's attack fails"),
        _described_by(e.WardenRazed, _warden_razed_text),
        _described_by(e.MatchEnded, _match_end_text),
        _described_by(k.SatchelDealt, lambda r, x: f"{seat_name(x.seat)} is dealt a satchel: {name_list(x.copies)}"),
        _described_by(k.CardsDrawn, lambda r, x: f"{seat_name(x.seat)} draws {format_count(len(x.slots), 'card')}"),
        _described_by(k.CardsDrawnOpenly, lambda r, x: f"{seat_name(x.seat)} draws face up: {name_list(x.copies)}"),
        _described_by(k.CardsInTheOpen, _open_cards_text),
        _described_by(
            k.PileLaid, lambda r, x: f"{seat_name(x.seat)} sets out a satchel of {format_count(x.size, 'card')}"
        ),
        _described_by(
            k.AuditPassed,
            lambda r, x: f"the audit of {seat_name(x.seat)} passes: {format_count(x.slots, 'slot')} opened",
        ),
        _described_by(
            k.AuditOwed,
            lambda r, x: f"{seat_name(x.seat)} is absent from the audit: {format_count(x.slots, 'slot')} unopened",
        ),
    ]
)
