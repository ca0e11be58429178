"""Two tiny games for tests of the network: hidden number cards, and a pot."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from core.engine.chance.beacon import Chance
from core.engine.codec import BadEncodingError, Plain, fields
from core.engine.game import Ask, IllegalDecision, Setup, Standing, any_game
from core.engine.hidden.secrets import HASH, SLOTS_PER_STEP, Secrets, slot_commitment
from core.engine.options import Option, Options
from core.engine.result import FREE_FOR_ALL
from core.engine.state import StateData, state
from core.engine.text.plain import DefaultTexts

S = TypeVar("S", bound=StateData)


class Lay(NamedTuple):
    """Fresh batch of slots."""

    batch: bytes


class Play(NamedTuple):
    """Opened card of the hand."""

    slot: int
    card: int
    salt: bytes


class Won(NamedTuple):
    """Event of a won trick."""

    seat: int
    card: int


@state
@dataclass(slots=True)
class TrickState(StateData):
    """State with each seat's unplayed slots and their commitments (`slots`, `marks`).

    Gold is the profit of the tricks.
    """

    t: int
    beacon: bytes
    over: bool
    match: bytes
    rounds: int
    gold: list[int]
    held: list[tuple[int, ...]]
    slots: list[tuple[int, ...]]
    marks: dict[int, bytes]
    sealed: bool


class Toy(DefaultTexts[S], Generic[S]):
    """The parts of a game that tests of the network do not use."""

    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6)

    def precompute_checks(self, state: S, decisions: Mapping[int, Any]) -> None:
        """Precompute nothing."""

    def carry_over(self, state: S, setup: Setup) -> S:
        raise NotImplementedError

    def redeal_all(self, state: S, seats: Collection[int], beacon: bytes, states: Any = None) -> list[Any]:
        raise NotImplementedError

    def options_of(self, state: S, seat: int, secrets: Secrets) -> Iterator[Any]:
        raise NotImplementedError

    def sample(self, state: S, seat: int, secrets: Secrets, chance: Any) -> Any:
        raise NotImplementedError

    def headings(self, state: S) -> tuple[tuple[str, str], ...]:
        return (("Gold", "gold"),)

    def rounds(self, state: S) -> int:
        return 0

    def progress_key(self, state: S) -> tuple[Any, ...]:
        return ()


def standing(gold: list[int]) -> list[Standing]:
    """Return the standing by gold, from first to last."""
    order = sorted(range(1, len(gold)), key=lambda seat: (-gold[seat], seat))
    ranks = {seat: 1 + sum(g > gold[seat] for g in gold[1:]) for seat in order}
    return [Standing(ranks[seat], seat, (("gold", gold[seat]),)) for seat in order]


class Tricks(Toy[TrickState]):
    """Game in which each seat commits the cards 1..rounds face down in a secret random order.

    All seats play one card at a time. The highest card wins an amount of gold that a die shows. A played card is opened
    against its commitment.
    """

    name = "tricks"
    title = "Tricks"
    kind = FREE_FOR_ALL
    options = Options([Option("rounds", (2, 3, 5, 8), 3, "open", "how many cards each seat has")])

    def new_state(self, setup: Setup) -> TrickState:
        n, rounds = setup.seats, int(setup.options["rounds"])
        hands = [()] + [tuple(range(1, rounds + 1))] * n
        return TrickState(
            1, bytes(32), False, setup.match, rounds, [0] * (n + 1), hands, [()] * (n + 1), {}, setup.sealed
        )

    def pending_asks(self, state: TrickState) -> dict[int, Ask]:
        if state.over:
            return {}
        ask = Ask("lay", (), True) if state.t == 1 else Ask("play")
        return dict.fromkeys(range(1, len(state.gold)), ask)

    def read(self, state: TrickState, seat: int, plain: Plain) -> Any:
        return Lay(*fields(plain, bytes)) if state.t == 1 else Play(*fields(plain, int, int, bytes))

    def check(self, state: TrickState, seat: int, decision: Any) -> None:
        if isinstance(decision, Lay):
            if state.t != 1 or len(decision.batch) != HASH * state.rounds:
                raise IllegalDecision(seat, "a batch of the wrong length", "duty")
            return
        if not state.slots[seat] and decision.card in state.held[seat]:
            return  # dealt in the open
        if decision.slot not in state.slots[seat]:
            raise IllegalDecision(seat, f"slot {decision.slot} is not in its hand", "slot")
        if decision.card not in state.held[seat]:
            raise IllegalDecision(seat, f"it does not hold card {decision.card}", "slot")
        mark = slot_commitment(state.match, seat, decision.slot, decision.card, decision.salt)
        if mark != state.marks[seat << 32 | decision.slot]:
            raise IllegalDecision(seat, "the opening does not fit the slot", "slot")

    def step(
        self, state: TrickState, decisions: Mapping[int, Any], beacon: bytes, lost: Collection[int] = frozenset(),
        states: Any = None,
    ) -> list[Any]:  # fmt: skip
        for seat, decision in decisions.items():
            self.check(state, seat, decision)
        for seat in lost:
            state.slots[seat] = ()
        chance = Chance(beacon)
        stand_ins = {seat: self.stand_in(state, seat, chance.stream("standin", seat)) for seat in lost}
        decisions = dict(sorted({**decisions, **(stand_ins if state.t > 1 else {})}.items()))
        events = self._lay(state, decisions) if state.t == 1 else self._trick(state, decisions, beacon)
        state.t += 1
        state.beacon = beacon
        state.over = state.t == state.rounds + 2
        return events

    def _lay(self, state: TrickState, decisions: Mapping[int, Lay]) -> list[Any]:
        for seat, (batch,) in decisions.items():
            first = state.t * SLOTS_PER_STEP
            state.slots[seat] = tuple(range(first, first + state.rounds))
            for i in range(state.rounds):
                state.marks[seat << 32 | first + i] = batch[i * HASH : (i + 1) * HASH]
        return []

    def _trick(self, state: TrickState, decisions: Mapping[int, Play], beacon: bytes) -> list[Any]:
        for seat, (slot, card, _) in decisions.items():
            state.slots[seat] = tuple(s for s in state.slots[seat] if s != slot)
            state.held[seat] = tuple(c for c in state.held[seat] if c != card)
        chance = Chance(beacon)
        highest = max(play.card for play in decisions.values())
        best = [seat for seat, play in decisions.items() if play.card == highest]
        winner = chance.stream("tie").pick(best)
        state.gold[winner] += chance.stream("gold").die()
        return [Won(winner, highest)]

    def stand_in(self, state: TrickState, seat: int, chance: Any) -> Play:
        cards = state.held[seat]
        return Play(0, cards[chance.uniform(len(cards))], b"")

    def automatic_decision(self, state: TrickState, seat: int, secrets: Secrets) -> Any:
        if state.t != 1:
            return None
        return Lay(secrets.draft_batch(state.t, secrets.secret_order(state.t, 0, range(1, state.rounds + 1))))

    def max_decision_size(self, state: TrickState, seat: int) -> int:
        return 0

    def restore_faces(self, state: TrickState, seat: int, decision: Any, secrets: Secrets) -> None:
        self.automatic_decision(state, seat, secrets)

    def default_decision(self, state: TrickState, seat: int, secrets: Secrets) -> Any:
        if not state.slots[seat]:
            return Play(0, state.held[seat][0], b"")
        return Play(*secrets.opening(state.slots[seat][0]))

    def standing(self, state: TrickState) -> list[Standing]:
        return standing(state.gold)

    def progress(self, state: TrickState) -> str:
        return f"trick {state.t - 1} of {state.rounds}"

    def narrate(self, state: TrickState, event: Any) -> str:
        return f"Seat {event.seat} wins with {event.card}"

    def describe(self, state: TrickState) -> str:
        return f"gold {state.gold[1:]}"


class First:
    """A player that plays its first slot."""

    def decide(self, game: Any, state: Any, seat: int, secrets: Secrets) -> Any:
        return game.default_decision(state, seat, secrets)


class Take(NamedTuple):
    """Decision to take this amount."""

    amount: int


@state
@dataclass(slots=True)
class PotState(StateData):
    """State in which one seat at a time is asked; after the last seat, a step without questions refills the pot."""

    t: int
    beacon: bytes
    over: bool
    pot: int
    gold: list[int]
    turn: int


class Pot(Toy[PotState]):
    """Game in which the seats take 0 to 3 from the pot in turn; a die refills the pot after each round."""

    name = "pot"
    title = "Pot"
    kind = FREE_FOR_ALL
    options = Options([Option("goal", (3, 6, 12, 150, 300), 6, "open", "the gold that ends the match")])

    def new_state(self, setup: Setup) -> PotState:
        return PotState(1, bytes(32), False, 5, [int(setup.options["goal"])] + [0] * setup.seats, 1)

    def pending_asks(self, state: PotState) -> dict[int, Ask]:
        return {state.turn: Ask("take", (min(3, state.pot),))} if 0 < state.turn < len(state.gold) else {}

    def read(self, state: PotState, seat: int, plain: Plain) -> Take:
        try:
            return Take(*fields(plain, int))
        except BadEncodingError:
            raise IllegalDecision(seat, "not a number") from None

    def check(self, state: PotState, seat: int, decision: Any) -> None:
        if decision.amount >= 2**63:
            raise OverflowError("a check that was not written for this")
        if seat != state.turn or not 0 <= decision.amount <= min(3, state.pot):
            raise IllegalDecision(seat, f"it cannot take {decision.amount} out of {state.pot}")

    def step(
        self, state: PotState, decisions: Mapping[int, Any], beacon: bytes, lost: Collection[int] = frozenset(),
        states: Any = None,
    ) -> list[Any]:  # fmt: skip
        for seat, decision in decisions.items():
            self.check(state, seat, decision)
        if state.turn in lost:
            decisions = {state.turn: self.stand_in(state, state.turn, Chance(beacon).stream("standin", state.turn))}
        for seat, (amount,) in decisions.items():
            state.pot -= amount
            state.gold[seat] += amount
        if decisions:
            state.turn += 1
        else:
            state.pot += Chance(beacon).stream("fill").die()
            state.turn = 1
        state.over = max(state.gold[1:]) >= state.gold[0] or state.t >= max(600, 4 * state.gold[0])
        state.t += 1
        state.beacon = beacon
        return []

    def carry_over(self, state: PotState, setup: Setup) -> PotState:
        first = state.clone()
        first.t, first.beacon = 1, bytes(32)
        return first

    def redeal_all(self, state: PotState, seats: Collection[int], beacon: bytes, states: Any = None) -> list[Any]:
        state.t += 1
        state.beacon = beacon
        return []

    def stand_in(self, state: PotState, seat: int, chance: Any) -> Take:
        return Take(chance.uniform(min(3, state.pot) + 1))

    def automatic_decision(self, state: PotState, seat: int, secrets: Secrets) -> Any:
        return None

    def max_decision_size(self, state: PotState, seat: int) -> int:
        return 0

    def restore_faces(self, state: PotState, seat: int, decision: Any, secrets: Secrets) -> None:
        pass

    def default_decision(self, state: PotState, seat: int, secrets: Secrets) -> Take:
        return Take(min(2, state.pot))

    def standing(self, state: PotState) -> list[Standing]:
        return standing(state.gold)

    def progress(self, state: PotState) -> str:
        return f"pot {state.pot}"

    def narrate(self, state: PotState, event: Any) -> str:
        return ""

    def describe(self, state: PotState) -> str:
        return f"pot {state.pot}, gold {state.gold[1:]}"


TRICKS, POT = any_game(Tricks()), any_game(Pot())
