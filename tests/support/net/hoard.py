"""A tiny game with draw piles, for tests of false claims and failed audits."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.engine.chance.beacon import Chance
from core.engine.codec import Plain
from core.engine.decoder import read
from core.engine.game import Ask, IllegalDecision, Setup, Standing
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import Opening, Secrets
from core.engine.options import Option, Options
from core.engine.result import FREE_FOR_ALL
from core.engine.state import StateData, state
from tests.support.net.toys import standing

DEAR = 1
"""The claim that a slot does not contain the seat's cheapest card."""
PHASES = ("lay", "show", "clear")


class Lay(NamedTuple):
    """Fresh batch of slots."""

    batch: bytes


class Show(NamedTuple):
    """Openings of the drawn dear cards."""

    cards: tuple[Opening, ...]


class Clear(NamedTuple):
    """Openings of the hand, of the dead slots and, at the end, of the pile."""

    hand: tuple[Opening, ...]
    owed: tuple[Opening, ...]
    pile: tuple[Opening, ...]


@state
@dataclass(slots=True)
class HoardState(StateData):
    """Complete public state; `fresh` is the latest draw of each seat."""

    t: int
    beacon: bytes
    over: bool
    match: bytes
    rounds: int
    gold: list[int]
    piles: Piles
    fresh: list[tuple[int, ...]]

    @property
    def phase(self) -> str:
        """Kind of the question in this step."""
        return PHASES[(self.t - 1) % 3]

    @property
    def last(self) -> bool:
        """True if this is the last round."""
        return self.t > 3 * (self.rounds - 1)


def denied(claim: int, copy: int) -> bool:
    """Return True if a denial of the claim was false."""
    return claim == DEAR and is_dear(copy)


def is_dear(copy: int) -> bool:
    """Return True if a card must be shown when drawn, as every second card must."""
    return copy % 10 != 1


class Hoard:
    """A game in which each seat draws a card, shows the card if it is dear, and gains another one.

    Each seat also opens its hand and superseded slots. Each discarded card is worth as much gold as a die shows.
    """

    name = "hoard"
    title = "Hoard"
    kind = FREE_FOR_ALL
    seat_counts = (2, 3, 4, 5, 6)
    options = Options([Option("rounds", (2, 3, 4), 2, "open", "how many rounds are played")])

    def new_state(self, setup: Setup) -> HoardState:
        n = setup.seats
        piles = Piles.empty(n, setup.sealed)
        for seat in range(1, n + 1):
            for i in range(1, 5):
                piles.add_openly(seat, 10 * seat + i)
        rounds = int(setup.options["rounds"])
        return HoardState(1, bytes(32), False, setup.match, rounds, [0] * (n + 1), piles, [()] * (n + 1))

    def pending_asks(self, state: HoardState) -> dict[int, Ask]:
        return {} if state.over else dict.fromkeys(range(1, len(state.gold)), Ask(state.phase, (), True))

    def read(self, state: HoardState, seat: int, plain: Plain) -> Any:
        if state.phase == "lay":
            return read(Lay, plain)
        return read(Show if state.phase == "show" else Clear, plain)

    def check(self, state: HoardState, seat: int, decision: Any) -> None:
        piles = state.piles
        if isinstance(decision, Lay):
            piles.check_batch(seat, decision.batch, piles.batch_size(seat))
        elif isinstance(decision, Show):
            piles.check_held(state.match, seat, decision.cards, state.fresh[seat], denied)
        else:
            for cards, slots in zip(decision, self._owed(state, seat)):
                if tuple(slot for slot, _, _ in cards) != slots:
                    raise IllegalDecision(seat, f"owes the openings of {len(slots)} slots", "duty")
            piles.check_audit(state.match, seat, decision.owed, denied)
            piles.accept_audit(seat, decision.owed)
            piles.check_held(state.match, seat, decision.hand + decision.pile, piles.closed_slots(seat), denied)
            piles.accept_audit(seat, decision.hand + decision.owed + decision.pile)

    def _owed(self, state: HoardState, seat: int) -> tuple[tuple[int, ...], ...]:
        return state.piles.hand[seat], state.piles.dead[seat], state.piles.unknown[seat] if state.last else ()

    def step(
        self, state: HoardState, decisions: Mapping[int, Any], beacon: bytes, lost: Collection[int] = frozenset(),
        states: Any = None,
    ) -> list[Any]:  # fmt: skip
        for seat, decision in decisions.items():
            self.check(state, seat, decision)
        chance = Chance(beacon)
        for seat in sorted(lost):
            if state.piles.closed[seat]:
                state.piles.redeal(seat, chance.stream("redeal", seat))
        resolve: Any = {"lay": self._lay, "show": self._show, "clear": self._clear}[state.phase]
        resolve(state, decisions, chance)
        state.over = state.last and state.phase == "clear"
        state.t += 1
        state.beacon = beacon
        return []

    def _lay(self, state: HoardState, decisions: Mapping[int, Lay], chance: Chance) -> None:
        piles = state.piles
        for seat in range(1, len(state.gold)):
            if seat in decisions:
                piles.refill_batch(seat, state.t, decisions[seat].batch)
                slot = piles.next_slot(seat, chance, 1)
                piles.hand[seat] += (slot,)
                state.fresh[seat] = (slot,)
            else:
                piles.shown[seat] += (piles.next_open_copy(seat, chance, 1),)
                state.fresh[seat] = ()

    def _show(self, state: HoardState, decisions: Mapping[int, Show], chance: Chance) -> None:
        for seat, (cards,) in sorted(decisions.items()):
            for opening in cards:
                state.piles.shown[seat] += (state.piles.open(seat, opening),)
            state.piles.record_claim(seat, (slot for slot in state.fresh[seat] if slot in state.piles.hand[seat]), DEAR)

    def _clear(self, state: HoardState, decisions: Mapping[int, Clear], chance: Chance) -> None:
        piles = state.piles
        for seat in range(1, len(state.gold)):
            if seat in decisions:
                hand, owed, pile = decisions[seat]
                piles.shown[seat] += tuple(piles.open(seat, opening) for opening in hand)
                piles.unknown[seat] = () if pile else piles.unknown[seat]
                piles.discard[seat] += tuple(piles.open(seat, opening) for opening in pile)
                piles.settle(seat, owed)
            state.gold[seat] += chance.stream("gold", seat).die() * len(piles.shown[seat])
            piles.discard[seat] += piles.shown[seat]
            piles.shown[seat] = ()
            piles.add_openly(seat, 100 * seat + state.t + 1)

    def automatic_decision(self, state: HoardState, seat: int, secrets: Secrets) -> Any:
        piles = state.piles
        if state.phase == "lay":
            due = sorted([*(secrets.faces[slot] for slot in piles.unknown[seat]), *piles.mix[seat]])
            return Lay(secrets.draft_batch(state.t, secrets.secret_order(state.t, 0, due)))
        if state.phase == "show":
            return Show(tuple(secrets.opening(slot) for slot in state.fresh[seat] if is_dear(secrets.faces[slot])))
        return Clear(*(tuple(secrets.opening(slot) for slot in part) for part in self._owed(state, seat)))

    def max_decision_size(self, state: HoardState, seat: int) -> int:
        return 0

    def restore_faces(self, state: HoardState, seat: int, decision: Any, secrets: Secrets) -> None:
        if state.phase == "lay":
            self.automatic_decision(state, seat, secrets)

    def default_decision(self, state: HoardState, seat: int, secrets: Secrets) -> Any:
        return self.automatic_decision(state, seat, secrets)

    def standing(self, state: HoardState) -> list[Standing]:
        return standing(state.gold)

    def progress(self, state: HoardState) -> str:
        return f"step {state.t}"

    def narrate(self, state: HoardState, event: Any) -> str:
        return ""

    def describe(self, state: HoardState) -> str:
        return f"gold {state.gold[1:]}"


HOARD = Hoard()
