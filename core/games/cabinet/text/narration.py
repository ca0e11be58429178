"""Sentences for events, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine.game import Event
from core.engine.text.words import capitalise, format_count, join_list
from core.games.cabinet import cards
from core.games.cabinet import events as e
from core.games.cabinet.cards import DECK_NAMES
from core.games.cabinet.ruleset import Rules
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.words import card_with_cost, cost_text, name_list, seat_name

__all__ = ["SENTENCES", "narrate"]


def narrate(state: Cabinet, event: Event) -> str:
    """Return a line of text that describes the event."""
    return capitalise(SENTENCES[type(event)](state.rules, event))


ENDS = {
    "target": "the team has reached its target",
    "deck": "no Challenge is left, and the target is not reached",
    "upkeep": "the team cannot pay the upkeep",
    "turns": "too many turns have passed",
}
UNDER = {
    "other": "goes under the deck",
    "given up": "is given up and goes under the deck",
    "calm": "needs fewer Challenges on the wall and goes under the deck",
    "unpaid": "is not paid and goes under the deck",
}
DISCARDS = {
    "upkeep": "{} discards {} for upkeep",
    "penalty": "{} loses {}",
    "limit": "{} discards {} (hand limit)",
}


def _put_back_text(event: e.CardsPutBack) -> str:
    order = ", ".join(map(cards.name_of, event.copies)) or "nothing"
    under = f", and {cards.name_of(event.under)} under the deck" if event.under else ""
    return f"{seat_name(event.seat)} puts back on top {order}{under}"


def _cards_pledged_text(event: e.CardsPledged) -> str:
    return f"{seat_name(event.seat)} pledges {name_list(event.copies)}" + (
        f", with {cards.name_of(event.assist)} as Assist" if event.assist else ""
    )


def _challenge_stays_text(event: e.ChallengeStays) -> str:
    loser = seat_name(event.seat) if event.seat else "the team"
    return f"{cards.name_of(event.copy)} stays in play: {loser} loses {format_count(event.cards, 'card')}"


def _challenge_passes_text(event: e.ChallengePasses) -> str:
    loser = seat_name(event.seat) if event.seat else "the team"
    return f"{cards.name_of(event.copy)} is over: {loser} loses {format_count(event.cards, 'card')}"


def _foreseen_text(r: Rules, copies: tuple[int, ...]) -> str:
    return f"face up on their deck: {join_list(card_with_cost(r, copy) for copy in copies)}"


def _shortfall_text(event: e.PaymentShort) -> str:
    if event.last:
        return f"{cards.name_of(event.copy)} is not paid: {cost_text(event.missing)} missing"
    return f"{cost_text(event.missing)} still missing for {cards.name_of(event.copy)}"


def _points_text(r: Rules, milestone: int) -> str:
    return format_count(r.milestone(milestone).points, "point")


def _leave_text(cards_: int) -> str:
    return f"{format_count(cards_, 'Challenge')} {'leaves' if cards_ == 1 else 'leave'}"


def _match_end_text(event: e.MatchEnded) -> str:
    result = "won" if event.won else "lost"
    return (
        f"{ENDS[event.ending]}: {result} with {format_count(event.score, 'point')} after "
        f"{format_count(event.turns, 'turn')}"
    )


X = TypeVar("X", bound=Event)
Sentence = Callable[[Rules, Event], str]


def _described_by(kind: type[X], sentence: Callable[[Rules, X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _described_by(e.ChallengesRemoved, lambda r, x: f"{_leave_text(x.cards)} the deck unseen"),
        _described_by(
            e.MilestoneShown,
            lambda r, x: f"{seat_name(x.seat)} draws {cards.name_of(x.copy)}: {_points_text(r, x.copy)}",
        ),
        _described_by(e.FirstPlayer, lambda r, x: f"{seat_name(x.seat)} begins"),
        _described_by(e.TurnBegan, lambda r, x: f"turn {x.turn}: {seat_name(x.seat)}"),
        _described_by(e.MatchEnded, lambda r, x: _match_end_text(x)),
        _described_by(e.CardDrawn, lambda r, x: f"{seat_name(x.seat)} draws {cards.name_of(x.copy)}"),
        _described_by(e.DrawLost, lambda r, x: f"there is no card for {seat_name(x.seat)} to draw"),
        _described_by(
            e.DeckShuffled,
            lambda r, x: f"the discards become a new {DECK_NAMES[x.deck]} deck of {format_count(x.cards, 'card')}",
        ),
        _described_by(e.CardsDiscarded, lambda r, x: DISCARDS[x.why].format(seat_name(x.seat), name_list(x.copies))),
        _described_by(e.UpkeepDue, lambda r, x: f"upkeep: the team discards {format_count(x.cards, 'card')}"),
        _described_by(e.UpkeepSkipped, lambda r, x: "Health takes care of the upkeep"),
        _described_by(
            e.CardsOffered, lambda r, x: f"{seat_name(x.seat)} offers {', then '.join(map(cards.name_of, x.copies))}"
        ),
        _described_by(e.MinistryPlayed, lambda r, x: f"{seat_name(x.seat)} plays {cards.name_of(x.copy)}"),
        _described_by(
            e.MinistryPlaced, lambda r, x: f"{seat_name(x.seat)} places {cards.name_of(x.copy)} in front of the team"
        ),
        _described_by(
            e.CardShared, lambda r, x: f"{seat_name(x.seat)} gives {cards.name_of(x.copy)} to {seat_name(x.to)}"
        ),
        _described_by(
            e.ChallengeRemoved,
            lambda r, x: f"{seat_name(x.seat)} removes {cards.name_of(x.copy)} for {name_list(x.paid)}",
        ),
        _described_by(
            e.CardsLookedAt,
            lambda r, x: f"{seat_name(x.seat)} looks at {', '.join(map(cards.name_of, x.copies)) or 'an empty deck'}",
        ),
        _described_by(e.CardsPutBack, lambda r, x: _put_back_text(x)),
        _described_by(
            e.SwapProposed,
            lambda r, x: (
                f"{seat_name(x.seat)} offers {seat_name(x.to)} a swap: {name_list(x.mine)} for {name_list(x.theirs)}"
            ),
        ),
        _described_by(e.SwapAnswered, lambda r, x: f"{seat_name(x.to)} {'accepts' if x.yes else 'refuses'}"),
        _described_by(e.CardsTaken, lambda r, x: f"{seat_name(x.seat)} takes {name_list(x.copies)} from the discards"),
        _described_by(e.ActionLeftOut, lambda r, x: f"{seat_name(x.seat)} skips the second action"),
        _described_by(
            e.MilestonesDrawn,
            lambda r, x: f"{seat_name(x.seat)} draws {' and '.join(card_with_cost(r, copy) for copy in x.copies)}",
        ),
        _described_by(e.MilestoneChosen, lambda r, x: f"{seat_name(x.seat)} attempts {cards.name_of(x.copy)}"),
        _described_by(e.MilestonePutUnder, lambda r, x: f"{cards.name_of(x.copy)} {UNDER[x.why]}"),
        _described_by(e.CardsPledged, lambda r, x: _cards_pledged_text(x)),
        _described_by(e.PaymentShort, lambda r, x: _shortfall_text(x)),
        _described_by(e.CardsPaid, lambda r, x: f"{seat_name(x.seat)} pays {name_list(x.copies)}"),
        _described_by(e.AssistUsed, lambda r, x: f"{seat_name(x.seat)} assists with {cards.name_of(x.copy)}"),
        _described_by(
            e.MilestoneAchieved,
            lambda r, x: f"{cards.name_of(x.copy)} is achieved: {format_count(x.points, 'point')}, {x.score} in all",
        ),
        _described_by(e.ChallengeLaid, lambda r, x: f"{card_with_cost(r, x.copy)} is in play from the start"),
        _described_by(e.ChallengeFlipped, lambda r, x: f"a new Challenge: {card_with_cost(r, x.copy)}"),
        _described_by(e.ChallengePaid, lambda r, x: f"{cards.name_of(x.copy)} is paid at once"),
        _described_by(e.ChallengeStays, lambda r, x: _challenge_stays_text(x)),
        _described_by(e.ChallengePasses, lambda r, x: _challenge_passes_text(x)),
        _described_by(
            e.PortfolioTaken, lambda r, x: f"{seat_name(x.seat)} heads {cards.MINISTRY_CARDS[x.ministry].name}"
        ),
        _described_by(e.CardsForeseen, lambda r, x: _foreseen_text(r, x.copies)),
        _described_by(
            e.ChallengeAverted, lambda r, x: "Defence averts the next Challenge, which leaves the deck unseen"
        ),
        _described_by(e.TimePassed, lambda r, x: f"time passes: {_leave_text(x.cards)} the deck unseen"),
    ]
)
