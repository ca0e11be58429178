"""Pickpockets for 3 to 5: take cards unseen from another seat's hand; the richest hand wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from core.engine.agenda import GameRules
from core.engine.chance.beacon import first_beacon
from core.engine.game import Event, Setup, Standing
from core.engine.hidden.card_game import CardGame
from core.engine.hidden.cards import Box, CardStep, ClosedCards, HandOvers, Looks, MixDuty, Passing, RevealDuty
from core.engine.hidden.piles import Piles
from core.engine.options import Option, Options
from core.engine.question import Item, OneOf, OpenAsk
from core.engine.result import standing_by_points
from core.engine.state import StateData, Static, state

DECK, HAND = 9, 5


class Steal(NamedTuple):
    """Decision for the victim."""

    victim: int


@state
@dataclass(slots=True)
class Street(StateData):
    """The public state; `points` are the values of the hands once they are open."""

    setup: Static[Setup]
    t: int
    beacon: bytes
    over: bool
    agenda: list[Item]
    asking: tuple[OpenAsk, ...]
    piles: Piles
    boxes: tuple[Box, ...]
    passing: tuple[Passing, ...]
    points: list[int]


class Pockets(ClosedCards[Street, "Round"]):
    """Cards of the seats, worth 1 to 9."""

    def owner(self, copy: int) -> int:
        """Return the seat that brought the card: nine copies each."""
        return (copy - 1) // DECK + 1


RULES = GameRules()
POCKETS = Pockets(RULES)
SHOWS = RevealDuty(POCKETS)
MIXES = MixDuty(POCKETS)
LOOKS = Looks(SHOWS)
HANDOVERS = HandOvers(SHOWS, LOOKS)


class Round(CardStep[Street]):
    """One step of a match."""

    __slots__ = ()
    game_rules = RULES


def first(setup: Setup) -> Street:
    """Return the state before step 1; each seat draws five cards, then the rounds follow."""
    piles, seats = Piles.empty(setup.seats, setup.sealed), range(1, setup.seats + 1)
    for seat in seats:
        piles.mix[seat] = tuple(range(DECK * (seat - 1) + 1, DECK * seat + 1))
    turns = [("turn", seat) for _ in range(int(setup.options["rounds"])) for seat in reversed(seats)]
    agenda: list[Item] = [("end",), *turns, ("draw", tuple((seat, HAND) for seat in seats))]
    asking = tuple(POCKETS.fresh_slots_question.as_open_ask(seat) for seat in seats)
    start = first_beacon(setup.match)
    return Street(setup, 1, start, False, agenda, asking, piles, (), (), [0] * (setup.seats + 1))


class WhosePocket(OneOf[Street, Round, Steal]):
    """Question for the victim of the theft."""

    kind = "steal"
    decision = Steal
    refusal_reason = "there is nothing to take"

    def legal_answers(self, state: Street, seat: int) -> Iterator[Steal]:
        """Return each other seat that has cards in hand."""
        return (Steal(other) for other in POCKETS.seats(state) if other != seat and POCKETS.hand(state, other))

    def apply(self, step: Round, seat: int, decision: Steal) -> None:
        """Take a random card of the victim's hand."""
        HANDOVERS.take_at_random(step, decision.victim, seat)


STEAL = RULES.question(WhosePocket())


@RULES.agenda("turn")
def turn(step: Round, seat: int) -> None:
    """Show the seat a card of the next seat, and let it take one from any seat.

    Seat 1 first shows one of its own cards to all, then mixes its hand.
    """
    hand = step.state.piles.hand
    other = seat % (len(hand) - 1) + 1
    step.schedule(("steal", seat))
    if seat == 1:
        step.schedule(("mix", seat))
    SHOWS.ask(step, seat, hand[seat][: seat == 1])
    LOOKS.show_to(step, other, seat, hand[other][:1])


@RULES.agenda("mix")
def mix(step: Round, seat: int) -> None:
    """Mix the hand, so that no other seat knows any more which card was shown."""
    MIXES.ask(step, seat)


@RULES.agenda("steal")
def steal(step: Round, seat: int) -> None:
    """Ask for the victim if any other seat has cards."""
    if any(STEAL.legal_answers(step.state, seat)):
        step.ask(STEAL, seat)


@RULES.agenda("end")
def end(step: Round) -> None:
    """Open the hands, then score them."""
    step.schedule(("score",))
    POCKETS.final_audit(step)


@RULES.agenda("score")
def score(step: Round) -> None:
    """Score the sum of each hand."""
    for seat in POCKETS.seats(step.state):
        step.state.points[seat] = sum((copy - 1) % DECK + 1 for copy in POCKETS.open_hand(step.state, seat))
    step.state.over = True


class Pickpockets(CardGame[Street]):
    """Game object of Pickpockets."""

    name = "pickpockets"
    title = "Pickpockets"
    seat_counts: tuple[int, ...] = (3, 4, 5)
    options = Options([Option("rounds", (1, 2, 3), 2, "open", "how often each takes a card")])
    step_class = Round
    make_first_state = staticmethod(first)

    def standing(self, state: Street) -> list[Standing]:
        return standing_by_points(state.points)

    def headings(self, state: Street) -> tuple[tuple[str, str], ...]:
        return (("Points", "points"),)

    def rounds(self, state: Street) -> int:
        return 1

    def progress(self, state: Street) -> str:
        return "the street"

    def narrate(self, state: Street, event: Event) -> str:
        return f"{type(event).__name__}: {' '.join(map(str, event))}"

    def describe(self, state: Street) -> str:
        return f"hands of {' '.join(str(state.piles.hand_size(seat)) for seat in POCKETS.seats(state))} cards"


GAME = Pickpockets()
