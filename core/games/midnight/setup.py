"""Setup of a match: nations in seat order, shuffled decks, five cards each, and the first player (rules part 3)."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.chance.beacon import first_beacon
from core.engine.game import Setup
from core.engine.hidden.piles import Piles
from core.games.midnight import cards, events, hands
from core.games.midnight.changes import RULESETS
from core.games.midnight.decisions import Nation
from core.games.midnight.rules import OneOf, Step, agenda, question
from core.games.midnight.state import Midnight

UNKNOWN = -1
"""Nation number of a seat that has not chosen yet."""


def new_state(setup: Setup) -> Midnight:
    """Return the state before step 1, in which the first seat is asked for its nation."""
    n, rules = setup.seats + 1, RULESETS.of(setup.rules)
    piles = Piles.empty(setup.seats, setup.sealed)
    for seat in range(1, n):
        piles.mix[seat] = rules.decks[seat]
    state = Midnight(
        setup=setup,
        t=1,
        beacon=first_beacon(setup.match),
        rules=rules,
        clock=rules.numbers.minutes,
        phase="set-up",
        current=1,
        agenda=[("deal",), *(("nation", seat) for seat in range(n - 1, 1, -1))],
        asking=(NATION.as_open_ask(1),),
        nation=[UNKNOWN] * n,
        worth=[0] + [rules.numbers.start_worth] * setup.seats,
        dials=[()] + [(0,) * len(rules.dials)] * setup.seats,
        ruined=[0] * n,
        eliminated=[0] * n,
        piles=piles,
        capital=[()] * n,
        stock=[()] * n,
        aside=[()] * n,
        borders=[()] * (n * n),
        pact_card=[0] * n,
        offers=[()] * n,
    )
    if state.option("escalations") == "on":
        state.escalation_deck = rules.escalation_deck
    if state.option("pacts") == "on":
        state.pact_card = [0] + [1] * setup.seats
    return state


@agenda("nation")
def ask_for_nation(step: Step, seat: int) -> None:
    """Ask the seat for its nation (SU1)."""
    step.ask(NATION, seat)


class NationChoice(OneOf[Nation]):
    """Question to a seat: the nation that it leads."""

    kind = "nation"
    decision = Nation
    refusal_reason = "that nation is not free"

    def legal_answers(self, state: Midnight, seat: int) -> Iterator[Nation]:
        """Return a choice for each nation that no seat has yet."""
        return (Nation(nation) for nation in range(len(cards.NATION_NAMES)) if nation not in state.nation)

    def apply(self, step: Step, seat: int, decision: Nation) -> None:
        """Assign the nation to the seat."""
        step.state.nation[seat] = decision.nation
        step.emit(events.NationTaken(seat, decision.nation))


NATION = question(NationChoice())


@agenda("deal")
def deal_cards(step: Step) -> None:
    """Draw five cards for each seat, and then the first player (SU3-SU6)."""
    step.schedule(("first player",))
    hands.schedule_draw(step, *((seat, step.state.rules.numbers.start_cards) for seat in step.state.seats))


@agenda("first player")
def choose_first_player(step: Step) -> None:
    """Choose the first player at random (SU6, R1)."""
    state = step.state
    state.phase = "turns"
    state.current = step.chance.stream("first player").pick(state.seats)
    step.schedule(("turn",))
