"""Setup (rules part 3): decks, starting Influence, first Elites, who begins."""

from __future__ import annotations

from core.engine.chance.beacon import first_beacon
from core.engine.game import Setup
from core.engine.hidden.shared_deck.state import Shared
from core.games.ambition import events
from core.games.ambition.cards import (
    ARMAGEDDON,
    DEATH,
    INTRIGUE_DECK,
    INTRIGUES,
    NUCLEAR_ARMS,
    POOL_DRAWN,
    START_ELITES,
    TRADE_FAIR,
    TURNED_UP,
    kinds,
)
from core.games.ambition.hands import DECKS, draw_elites, value_of
from core.games.ambition.options import CORE
from core.games.ambition.rules import Step, agenda
from core.games.ambition.state import Ambition


def new_state(setup: Setup) -> Ambition:
    """The state before step 1, in which nobody is asked: chance deals. Industrial decks are shuffled when the first
    card of them is due: till then all of one lies among its discards.
    """
    n = setup.seats
    shared = Shared.empty(n, setup.sealed, kinds(n, _fairs(setup)))
    return Ambition(
        _setup=setup,
        t=1,
        beacon=first_beacon(setup.match),
        agenda=[("set up",)],
        shared=shared,
        purse=[0] * (n + 1),
        token=[0] * (n + 1),
        industry=[()] * (n + 1),
        convicted=[0] * (n + 1),
        points=[0] * (n + 1),
        worth=[0] * (n + 1),
        arms=[0] * (n + 1),
        elites_spent=[()] * (n + 1),
        industry_spent=[(), *(tuple(shared.copies(n + seat)) for seat in range(1, n + 1))],
        industries=[],
    )


def _fairs(setup: Setup) -> int:
    """The Trade Fairs of the core (option trade_fairs)."""
    return setup.seats if setup.options["trade_fairs"] == CORE else 0


@agenda("set up")
def set_up(step: Step) -> None:
    """S1, S3: who begins, and the Elites that make the starting Influence; then the decks are shuffled."""
    state = step.state
    state.first = state.current = 1 + step.chance.stream("first").uniform(state.n)
    step.say(events.FirstPlayer(state.first))
    for seat in state.seats:
        copies = tuple(step.chance.stream("turned up", seat).sample(state.shared.copies(seat), TURNED_UP))
        amount = sum(value_of(state, copy) for copy in copies)
        state.purse[seat] += amount
        step.say(events.StartShown(seat, copies, amount))
    step.later(
        *(("elites", seat) for seat in state.seats),
        *(("pool",), ("core",), ("lower half",), ("upper half",)),
        *(("first elites", seat) for seat in state.seats),
        ("turn",),
    )


@agenda("elites")
def elites(step: Step, seat: int) -> None:
    """S2."""
    DECKS.shuffle(step, seat, step.state.shared.copies(seat))


@agenda("first elites")
def first_elites(step: Step, seat: int) -> None:
    """S3: closed."""
    draw_elites(step, seat, START_ELITES)


@agenda("pool")
def pool(step: Step) -> None:
    """S4: the common pool."""
    state = step.state
    copies = [
        copy
        for face, card in enumerate(INTRIGUES)
        for copy in [c for c in state.shared.copies(INTRIGUE_DECK) if state.face(c) == face][: card.copies]
    ]
    DECKS.shuffle(step, INTRIGUE_DECK, copies)


@agenda("core")
def core(step: Step) -> None:
    """S4: so many cards of it unseen, with the nuclear core but for Armageddon."""
    state, shared = step.state, step.state.shared
    fairs = _fairs(state._setup)
    kept = POOL_DRAWN[state.n] - fairs
    DECKS.put_aside(step, INTRIGUE_DECK, len(shared.decks[INTRIGUE_DECK]) - kept)
    copies = [c for c in shared.copies(INTRIGUE_DECK) if state.face(c) in (DEATH, NUCLEAR_ARMS)]
    if fairs:
        copies += [c for c in shared.copies(INTRIGUE_DECK) if state.face(c) == TRADE_FAIR][-fairs:]
    DECKS.shuffle(step, INTRIGUE_DECK, copies, shared.decks[INTRIGUE_DECK])


@agenda("lower half")
def lower_half(step: Step) -> None:
    """S4: Armageddon goes into the lower half."""
    state, deck = step.state, step.state.shared.decks[INTRIGUE_DECK]
    upper = len(deck) // 2
    copies = [c for c in state.shared.copies(INTRIGUE_DECK) if state.face(c) == ARMAGEDDON]
    DECKS.shuffle(step, INTRIGUE_DECK, copies, deck[upper:], deck[:upper])


@agenda("upper half")
def upper_half(step: Step) -> None:
    """S4: the upper half goes on top; it lies under the other since that was shuffled."""
    decks = step.state.shared.decks
    deck = decks[INTRIGUE_DECK]
    upper = (len(deck) - 1) // 2
    decks[INTRIGUE_DECK] = deck[-upper:] + deck[:-upper]
