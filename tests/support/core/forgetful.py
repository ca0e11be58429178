"""A card game that may skip its final audit: each seat lays three cards and draws one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from core.engine.agenda import AgendaGame, GameRules, Step
from core.engine.events import AuditOwed, AuditPassed, CardsDrawn
from core.engine.game import IllegalDecision, Setup, Standing
from core.engine.hidden.hand import draft_pile_batch
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import Opening, Secrets
from core.engine.options import Option, Options
from core.engine.question import Duty, Item, OpenAsk
from core.engine.state import StateData, Static, state

Openings = tuple[Opening, ...]
MADE, FORGOTTEN, CLAIMED = "made", "forgotten", "claimed"


class Lay(NamedTuple):
    batch: bytes


class Clear(NamedTuple):
    cards: Openings


@state
@dataclass(slots=True)
class Cards(StateData):
    """State with the piles and the state of the audit."""

    setup: Static[Setup]
    t: int
    beacon: bytes
    over: bool
    agenda: list[Item]
    asking: tuple[OpenAsk, ...]
    piles: Piles
    audit: str


RULES = GameRules()


class LayCards(Duty[Cards, Step[Cards], Lay]):
    """The duty to lay the seat's three cards in fresh slots."""

    kind = "lay"
    decision = Lay
    empty_answer = Lay(b"")

    def check(self, state: Cards, seat: int, decision: Lay) -> None:
        state.piles.check_batch(seat, decision.batch, state.piles.batch_size(seat))

    def apply(self, step: Step[Cards], seat: int, decision: Lay) -> None:
        piles = step.state.piles
        if seat in step.lost:
            piles.shown[seat], piles.mix[seat] = piles.mix[seat], ()
            return
        piles.refill_batch(seat, step.state.t, decision.batch)
        slot = piles.next_slot(seat, step.chance, 1)
        piles.hand[seat] += (slot,)
        step.emit(CardsDrawn(seat, (slot,)))

    def forced_answer(self, state: Cards, seat: int, own: Secrets) -> Lay:
        return Lay(draft_pile_batch(state, seat, own))

    def restore_faces(self, state: Cards, seat: int, own: Secrets, decision: Lay) -> None:
        draft_pile_batch(state, seat, own)


class OpenAll(Duty[Cards, Step[Cards], Clear]):
    """The duty to open all closed cards."""

    kind = "clear"
    decision = Clear
    empty_answer = Clear(())

    def check(self, state: Cards, seat: int, decision: Clear) -> None:
        piles = state.piles
        if {slot for slot, _, _ in decision.cards} != set(piles.closed_slots(seat)):
            raise IllegalDecision(seat, "owes all that it has closed", "duty")
        piles.check_held(state.setup.match, seat, decision.cards, piles.closed_slots(seat), lambda claim, copy: False)
        piles.accept_audit(seat, decision.cards)

    def apply(self, step: Step[Cards], seat: int, decision: Clear) -> None:
        piles = step.state.piles
        if seat in step.lost:
            step.emit(AuditOwed(seat, len(piles.dead[seat])))
            return
        piles.unknown[seat], opened = (), [piles.open(seat, opening) for opening in decision.cards]
        piles.shown[seat] = tuple(opened)
        piles.settle(seat, ())
        step.emit(AuditPassed(seat, len(opened)))

    def forced_answer(self, state: Cards, seat: int, own: Secrets) -> Clear:
        return Clear(tuple(own.opening(slot) for slot in state.piles.closed_slots(seat)))


LAY, CLEAR = RULES.question(LayCards()), RULES.question(OpenAll())


@RULES.agenda("audit")
def audit(step: Step[Cards]) -> None:
    """Perform the audit, only claim it, or skip it, depending on the variant of the rules."""
    for seat in range(1, len(step.state.piles.hand)):
        if step.state.audit == MADE:
            step.ask(CLEAR, seat)
        elif step.state.audit == CLAIMED:
            step.emit(AuditPassed(seat, 3))


@RULES.agenda("over")
def over(step: Step[Cards]) -> None:
    step.state.over = True


class CardStep(Step[Cards]):
    __slots__ = ()
    game_rules = RULES


def first(setup: Setup) -> Cards:
    """Return the first state, in which each seat has three cards to lay."""
    seats = range(1, setup.seats + 1)
    piles = Piles.empty(setup.seats, setup.sealed)
    for seat in seats:
        piles.mix[seat] = (10 * seat + 1, 10 * seat + 2, 10 * seat + 3)
    asking = tuple(LAY.as_open_ask(seat) for seat in seats)
    audits = str(setup.options["audit"])
    return Cards(setup, 1, bytes(32), False, [("over",), ("audit",)], asking, piles, audits)


class Forgetful(AgendaGame[Cards]):
    """A game with closed cards that does without the engine's rules for them, which would require an audit."""

    name = "forgetful"
    title = "Forgetful"
    seat_counts = (1, 2, 3, 4, 5, 6)
    options = Options([Option("audit", (MADE, FORGOTTEN, CLAIMED), MADE, "open", "what becomes of the final audit")])
    step_class = CardStep
    make_first_state = staticmethod(first)

    def learn(self, state: Cards, seat: int, secrets: Secrets) -> None:
        for batch in state.piles.batches[seat]:
            secrets.confirm_batch(batch.first, batch.commitments)

    def turn_up_lost_seat(self, step: Any, seat: int) -> None:
        if step.state.piles.closed[seat]:
            step.state.piles.redeal(seat, step.chance.stream("redeal", seat))

    def carry_over(self, state: Cards, setup: Setup) -> Cards:
        carried = super().carry_over(state, setup)
        carried.setup = setup
        return carried

    def forget_slots(self, state: Cards) -> None:
        state.piles.drop_audits()

    def standing(self, state: Cards) -> list[Standing]:
        return [Standing(1, seat, (("cards", 3),)) for seat in range(1, len(state.piles.hand))]

    def badge(self, state: Cards, seat: int) -> tuple[str, str, str]:
        return ("side", "", "")

    def headings(self, state: Cards) -> tuple[tuple[str, str], ...]:
        return (("Cards", "cards"),)

    def rounds(self, state: Cards) -> int:
        return 1

    def progress(self, state: Cards) -> str:
        return "the only round"

    def narrate(self, state: Cards, event: Any) -> str:
        return str(event)

    def describe(self, state: Cards) -> str:
        return str(state.piles)


GAME = Forgetful()
