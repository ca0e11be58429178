"""Magpies for 3 to 6: one deck of thirty cards of ten kinds; the best hand wins.

Each seat in turn draws two cards and parts with two. These go to the open discards, face down among them, or under the
deck. Then it may play a trick: take a card unseen from another seat's hand, show one to a neighbour, turn up the top
card or mix its hand. The match ends with the round in which the deck was shuffled again for the second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from core.engine.agenda import AgendaGame, GameRules, Step
from core.engine.chance.beacon import first_beacon
from core.engine.game import Event, IllegalDecision, RandomSource, Setup, Standing
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.shared_decks import SharedDecks
from core.engine.hidden.shared_deck.state import NamedCard, SharedDeckState
from core.engine.options import Option, Options
from core.engine.question import Item, OneOf, OpenAsk, Question
from core.engine.result import standing_by_points
from core.engine.state import StateData, Static, state

COPIES, HAND = 3, 3
DRAWN = 2
AGAIN = 2
"""Number of times that the deck is refilled from the discards."""
ROUNDS = 30
"""Maximum number of rounds; the deck runs out earlier."""


class Part(NamedTuple):
    """Decision to part with a card of the hand.

    It names the place ("open", "down", "under") and the card, opened or by its entry.
    """

    where: str
    card: NamedCard


class Trick(NamedTuple):
    """Decision that ends a turn: "none", "take", "show", "turn up", "mix".

    It names the other seat, or 0, and a slot of the seat, or 0.
    """

    what: str
    other: int
    slot: int


@state
@dataclass(slots=True)
class Nest(StateData):
    """Complete public state.

    `pile` is the open discards, `again` counts how often they became the deck.
    """

    setup: Static[Setup]
    t: int
    beacon: bytes
    over: bool
    agenda: list[Item]
    asking: tuple[OpenAsk, ...]
    shared: SharedDeckState
    pile: tuple[int, ...]
    again: int
    round: int
    points: list[int]


class OneDeck(SharedDecks[Nest, "Turn"]):
    """The shared deck of the game."""

    def take_discards(self, step: Turn, deck: int) -> tuple[int, ...]:
        """Return the whole pile, and count the reshuffle."""
        pile, step.state.pile = step.state.pile, ()
        step.state.again += 1
        return pile


RULES = GameRules()
DECK = OneDeck(RULES)


class Turn(Step[Nest]):
    """One step of a match."""

    __slots__ = ()
    game_rules = RULES


def first(setup: Setup) -> Nest:
    """Return the state before step 1, which shuffles the deck and deals three cards to each seat."""
    shared = SharedDeckState.empty(setup.seats, setup.sealed, [[COPIES] * int(setup.options["kinds"])])
    deals = tuple((seat, HAND) for seat in shared.seats)
    agenda: list[Item] = [("round",), ("deck deal", 0, deals), ("deck shuffle", 0, tuple(shared.copies(0)), (), ())]
    points = [0] * (setup.seats + 1)
    return Nest(setup, 1, first_beacon(setup.match), False, agenda, (), shared, (), 0, 0, points)


@RULES.agenda("round")
def play_round(step: Turn) -> None:
    """Begin a turn for each seat, or the end."""
    state = step.state
    if state.again >= AGAIN or state.round >= int(state.setup.options["rounds"]):
        step.schedule(("end",))
        return
    state.round += 1
    step.schedule(*[("turn", seat) for seat in state.shared.seats], ("round",))


@RULES.agenda("turn")
def turn(step: Turn, seat: int) -> None:
    """Draw cards, part with as many, and play a trick."""
    step.schedule(*[("part", seat)] * DRAWN, ("trick", seat))
    DECK.deal(step, (seat, DRAWN))


@RULES.agenda("part")
def part(step: Turn, seat: int) -> None:
    """Ask for a card to part with, if the seat has any."""
    if DECK.hand(step.state, seat):
        step.ask(PART, seat)


@RULES.agenda("trick")
def trick(step: Turn, seat: int) -> None:
    """Ask for any trick, or none."""
    step.ask(TRICK, seat)


@RULES.agenda("turned")
def turned(step: Turn, copy: int) -> None:
    """Add the turned-up top card to the pile."""
    step.state.pile += (copy,) if copy else ()


@RULES.agenda("end")
def end(step: Turn) -> None:
    """Open all hands."""
    hands = step.state.shared.hands
    step.schedule(("score",))
    DECK.ask_open(step, *[(seat, hands[seat]) for seat in step.state.shared.seats])


@RULES.agenda("score")
def score(step: Turn) -> None:
    """Score the hands."""
    shared = step.state.shared
    step.state.points = [sum(map(shared.face_of, hand)) for hand in shared.open]
    step.state.over = True


class PartWith(Question[Nest, Turn, Part]):
    """Question for a card of the hand and its destination."""

    kind = "part"
    decision = Part

    def check(self, state: Nest, seat: int, decision: Part) -> None:
        """Check that the card is in the hand and the destination exists."""
        where, card = decision
        if where == "open":
            DECK.check_cards(state, seat, [card])
        elif where not in ("down", "under") or not isinstance(card, int) or (where == "under" and card < 0):
            raise IllegalDecision(seat, "a card cannot go there")
        else:
            DECK.check_entry(state, seat, card)

    def apply(self, step: Turn, seat: int, decision: Part) -> None:
        where, card = decision
        if where == "open":
            step.state.pile += (DECK.leave_hand(step, seat, card),)
        elif where == "under":
            assert isinstance(card, int)
            DECK.put_under(step, seat, card)
        else:
            assert isinstance(card, int)
            copy = DECK.discard(step, seat, card)
            step.state.pile += (copy,) if copy else ()

    def options(self, state: Nest, seat: int, own: Secrets) -> Iterator[Part]:
        for entry in DECK.hand(state, seat):
            yield Part("open", DECK.named_card(state, own, entry))
            yield Part("down", entry)
            if entry > 0:
                yield Part("under", entry)

    def sample(self, state: Nest, seat: int, own: Secrets, chance: RandomSource) -> Part:
        hand = DECK.hand(state, seat)
        entry = hand[chance.uniform(len(hand))]
        where = ("open", "down", "down", "open", "under")[chance.uniform(5 if entry > 0 else 4)]
        return Part(where, DECK.named_card(state, own, entry) if where == "open" else entry)

    def stand_in(self, state: Nest, seat: int, chance: RandomSource) -> Part:
        """Return the first card, face down."""
        return Part("down", DECK.hand(state, seat)[0])


class PlayTrick(OneOf[Nest, Turn, Trick]):
    """Question for the trick at the end of a turn."""

    kind = "trick"
    decision = Trick
    refusal_reason = "there is no such trick now"

    def legal_answers(self, state: Nest, seat: int) -> Iterator[Trick]:
        others = [other for other in state.shared.seats if other != seat]
        yield Trick("none", 0, 0)
        yield from (Trick("take", other, 0) for other in others if DECK.hand(state, other))
        yield from (Trick("show", other, slot) for other in others for slot in state.shared.hands[seat])
        yield Trick("turn up", 0, 0)
        yield Trick("mix", 0, 0)

    def apply(self, step: Turn, seat: int, decision: Trick) -> None:
        what, other, slot = decision
        if what == "take":
            DECK.take(step, other, seat)
        elif what == "show":
            DECK.show(step, seat, slot, other)
        elif what == "turn up":
            DECK.turn_up(step, 0, ("turned",))
        elif what == "mix":
            DECK.mix(step, seat)


PART, TRICK = RULES.question(PartWith()), RULES.question(PlayTrick())


class Magpies(AgendaGame[Nest]):
    """Game object of Magpies."""

    name = "magpies"
    title = "Magpies"
    seat_counts: tuple[int, ...] = (3, 4, 5, 6)
    options = Options(
        [
            Option("rounds", (1, 2, 3, ROUNDS), 2, "open", "how many rounds are played at most"),
            Option("kinds", (5, 7, 10, 14), 10, "open", "how many kinds of cards there are, three of each"),
        ]
    )
    step_class = Turn
    make_first_state = staticmethod(first)

    def standing(self, state: Nest) -> list[Standing]:
        return standing_by_points(state.points)

    def headings(self, state: Nest) -> tuple[tuple[str, str], ...]:
        return (("Points", "points"),)

    def rounds(self, state: Nest) -> int:
        return state.round

    def progress(self, state: Nest) -> str:
        return f"round {state.round}"

    def narrate(self, state: Nest, event: Event) -> str:
        return f"{type(event).__name__}: {' '.join(map(str, event))}"

    def describe(self, state: Nest) -> str:
        hands = " ".join(str(len(DECK.hand(state, seat))) for seat in state.shared.seats)
        return f"{DECK.size(state)} cards in the deck, {len(state.pile)} discards, hands of {hands}"


GAME = Magpies()
