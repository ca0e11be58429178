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
from core.games.outposts.changes import RULESETS
from core.games.outposts.ruleset import Rules
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.words import entry, goods, kept, name_list, place, printed, wall_places, who

__all__ = ["SENTENCES", "tell"]


def tell(state: Outposts, event: Event) -> str:
    """Return a line of text that describes the event."""
    if isinstance(event, e.OutpostActivated):
        return capitalised(_outpost_effect_text(event, state.rules))
    if isinstance(event, e.WardenFlipped):
        return capitalised(_warden_flipped_text(event, state.rules))
    return capitalised(SENTENCES[type(event)](event))


def _paid(x: e.Paid) -> str:
    return f"{who(x.seat)} pays {goods(x.price)}" + (f" to {who(x.to)}" if x.to else "")


def _built(x: e.LocationBuilt) -> str:
    return f"{who(x.seat)} builds {cards.name(x.copy)}" + (f" over {cards.name(x.over)}" if x.over else "")


def _razed(x: e.LocationRazed) -> str:
    after = "it is discarded" if x.owner == WARDEN else "it becomes a Ruins"
    return f"{who(x.seat)} razes {who(x.owner)}'s {cards.name(x.copy)}: {after}"


def _outpost_effect_text(x: e.OutpostActivated, rules: Rules = RULESETS.printed) -> str:
    gain = printed(rules.territory(x.place).gives[x.level - 1])
    return f"{who(x.seat)} activates the Outpost on {place(x.place)}: {gain}"


def _warden_flipped_text(x: e.WardenFlipped, rules: Rules = RULESETS.printed) -> str:
    against = f"the Outpost on {place(x.place)}" if x.place else "a Location"
    card = rules.card(x.copy) if x.copy else None
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


def _described_by(kind: type[X], sentence: Callable[[X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _described_by(e.LeagueChosen, lambda x: f"{who(x.seat)} leads the {LEAGUES[x.league].name}"),
        _described_by(e.CardsBuried, lambda x: f"{who(x.seat)} puts {count(x.cards, 'card')} under the satchel"),
        _described_by(e.RoundBegan, lambda x: f"round {x.round}: {who(x.first)} begins"),
        _described_by(e.ConnectionsRevealed, lambda x: f"Connections: {name_list(x.copies)}"),
        _described_by(e.RowRevealed, lambda x: f"Lookout: {name_list(x.copies)}"),
        _described_by(e.CardSelected, lambda x: f"{who(x.seat)} takes {cards.name(x.copy)}"),
        _described_by(e.SelectionSkipped, lambda x: f"{who(x.seat)} skips to build an Outpost"),
        _described_by(e.RowDiscarded, lambda x: f"discarded from the Lookout: {name_list(x.copies)}"),
        _described_by(e.DeckRenewed, lambda x: f"the discards go back into the deck: {count(x.cards, 'card')}"),
        _described_by(e.Gained, lambda x: f"{who(x.seat)} gains {goods(x.gain)}"),
        _described_by(e.Paid, _paid),
        _described_by(e.RuinsGained, lambda x: f"{who(x.seat)} gains a Ruins, face down"),
        _described_by(e.LocationBuilt, _built),
        _described_by(e.DealMade, lambda x: f"{who(x.seat)} makes {cards.name(x.copy)} a Deal"),
        _described_by(e.HandCardRazed, lambda x: f"{who(x.seat)} razes {cards.name(x.copy)} from hand"),
        _described_by(e.LocationRazed, _razed),
        _described_by(e.LocationUsed, lambda x: f"{who(x.seat)} uses {cards.name(x.copy)}"),
        _described_by(e.BoardUsed, lambda x: f"{who(x.seat)} uses the board action"),
        _described_by(e.LocationVisited, lambda x: f"{who(x.seat)} visits {who(x.owner)}'s {cards.name(x.copy)}"),
        _described_by(e.ConnectionClaimed, lambda x: f"{who(x.seat)} claims {cards.name(x.copy)}"),
        _described_by(e.Laboured, lambda x: f"{who(x.seat)} labours"),
        _described_by(e.WallsPlaced, lambda x: f"{who(x.seat)} places Walls on {wall_places(x.where)}"),
        _described_by(e.HandCardDiscarded, lambda x: f"{who(x.seat)} discards {cards.name(x.copy)}"),
        _described_by(e.RuinsDiscarded, lambda x: f"{who(x.seat)} clears a Ruins: {cards.name(x.copy)}"),
        _described_by(e.RuinsTaken, lambda x: f"{who(x.seat)} takes {entry(x.entry)} from a Ruins"),
        _described_by(e.OutpostTakenAway, lambda x: f"{who(x.seat)} removes the Outpost from {place(x.place)}"),
        _described_by(
            e.OutpostBuilt, lambda x: f"{who(x.seat)} builds an Outpost on {place(x.place)}, level {x.level}"
        ),
        _described_by(
            e.OutpostUpgraded, lambda x: f"{who(x.seat)} upgrades the Outpost on {place(x.place)} to level {x.level}"
        ),
        _described_by(e.OutpostActivated, _outpost_effect_text),
        _described_by(
            e.OutpostRazed,
            lambda x: f"{who(x.seat)} razes {who(x.owner)}'s level {x.level} Outpost on {place(x.place)}",
        ),
        _described_by(e.Passed, lambda x: f"{who(x.seat)} passes"),
        _described_by(e.SecondActionLeftOut, lambda x: f"{who(x.seat)} takes no second action"),
        _described_by(e.MarksKept, lambda x: f"{who(x.seat)} keeps {kept(x.marks)}"),
        _described_by(e.CardsDiscarded, lambda x: f"{who(x.seat)} discards {name_list(x.copies)} (hand limit)"),
        _described_by(e.RoundEnded, lambda x: f"round {x.round} is over"),
        _described_by(e.WardenGained, lambda x: f"the Warden gains {cards.name(x.copy)}"),
        _described_by(e.WardenTook, lambda x: f"the Warden takes {cards.name(x.copy)}: {x.points} VP"),
        _described_by(e.WardenFlipped, _warden_flipped_text),
        _described_by(e.WallLost, lambda x: f"{cards.name(x.copy)} loses a Wall instead"),
        _described_by(e.WardenFailed, lambda x: "the Warden's attack fails"),
        _described_by(e.WardenRazed, _warden_razed),
        _described_by(e.MatchEnded, _ended),
        _described_by(k.SatchelDealt, lambda x: f"{who(x.seat)} is dealt a satchel: {name_list(x.copies)}"),
        _described_by(k.CardsDrawn, lambda x: f"{who(x.seat)} draws {count(len(x.slots), 'card')}"),
        _described_by(k.CardsDrawnOpenly, lambda x: f"{who(x.seat)} draws face up: {name_list(x.copies)}"),
        _described_by(k.CardsInTheOpen, _in_the_open),
        _described_by(k.PileLaid, lambda x: f"{who(x.seat)} sets out a satchel of {count(x.size, 'card')}"),
        _described_by(k.AuditPassed, lambda x: f"the audit of {who(x.seat)} passes: {count(x.slots, 'slot')} opened"),
        _described_by(
            k.AuditOwed, lambda x: f"{who(x.seat)} is absent from the audit: {count(x.slots, 'slot')} unopened"
        ),
    ]
)
