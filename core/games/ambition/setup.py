"""Setup of a match: decks, starting Influence, first Elites and first player (rules part 3)."""

from __future__ import annotations

from core.engine.chance.beacon import first_beacon
from core.engine.game import Setup
from core.engine.hidden.shared_deck.state import SharedDeckState
from core.games.ambition import events
from core.games.ambition.cards import (
    ARMAGEDDON,
    DEATH,
    INTRIGUE_DECK,
    NUCLEAR_ARMS,
    TRADE_FAIR,
)
from core.games.ambition.changes import RULESETS
from core.games.ambition.hands import DECKS, draw_elites, draw_industry, value_of
from core.games.ambition.options import CORE
from core.games.ambition.rules import Step, agenda
from core.games.ambition.state import Ambition


def new_state(setup: Setup) -> Ambition:
    """Return the state before step 1, in which no seat is asked because chance deals the cards.

    An Industrial deck is shuffled when its first card is due. Until then, all its cards are among its discards.
    """
    n, rules = setup.seats, RULESETS.of(setup.rules)
    shared = SharedDeckState.empty(n, setup.sealed, rules.kinds(n, _trade_fair_count(setup)))
    return Ambition(
        setup=setup,
        rules=rules,
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


def _trade_fair_count(setup: Setup) -> int:
    """Return the number of Trade Fairs in the core (option trade_fairs)."""
    return setup.seats if setup.options["trade_fairs"] == CORE else 0


@agenda("set up")
def begin_setup(step: Step) -> None:
    """Draw the first player and the Elites of the starting Influence, then shuffle the decks (S1, S3)."""
    state = step.state
    state.first = state.current = 1 + step.chance.stream("first").uniform(state.seat_count)
    step.emit(events.FirstPlayer(state.first))
    for seat in state.seats:
        copies = tuple(
            step.chance.stream("turned up", seat).sample(
                state.shared.copies(seat), state.rules.numbers.start_elites_shown
            )
        )
        amount = sum(value_of(state, copy) for copy in copies)
        state.purse[seat] += amount
        step.emit(events.StartShown(seat, copies, amount))
    step.schedule(
        *(("elites", seat) for seat in state.seats),
        *(("pool",), ("core",), ("lower half",), ("upper half",)),
        *(("first elites", seat) for seat in state.seats),
        *(("first industries", seat) for seat in state.seats if state.rules.numbers.start_industries),
        ("turn",),
    )


@agenda("elites")
def shuffle_elites(step: Step, seat: int) -> None:
    """Shuffle a seat's Elites (S2)."""
    DECKS.shuffle(step, seat, step.state.shared.copies(seat))


@agenda("first elites")
def deal_first_elites(step: Step, seat: int) -> None:
    """Deal the first Elites to a seat, face down (S3)."""
    draw_elites(step, seat, step.state.rules.numbers.start_elites)


@agenda("first industries")
def deal_first_industries(step: Step, seat: int) -> None:
    """Deal the first Industrial cards to a seat, face down (S5)."""
    draw_industry(step, seat, step.state.rules.numbers.start_industries)


@agenda("pool")
def shuffle_pool(step: Step) -> None:
    """Shuffle the common pool (S4)."""
    state = step.state
    copies = [
        copy
        for face, card in enumerate(state.rules.intrigues)
        for copy in [c for c in state.shared.copies(INTRIGUE_DECK) if state.face(c) == face][: card.copies]
    ]
    DECKS.shuffle(step, INTRIGUE_DECK, copies)


@agenda("core")
def shuffle_core(step: Step) -> None:
    """Shuffle some unseen pool cards together with the nuclear core except Armageddon (S4).

    The number of players determines the number of pool cards.
    """
    state, shared = step.state, step.state.shared
    fairs = _trade_fair_count(state.setup)
    kept = state.rules.pool_drawn[state.seat_count] - fairs
    DECKS.put_aside(step, INTRIGUE_DECK, len(shared.decks[INTRIGUE_DECK]) - kept)
    copies = [c for c in shared.copies(INTRIGUE_DECK) if state.face(c) in (DEATH, NUCLEAR_ARMS)]
    if fairs:
        copies += [c for c in shared.copies(INTRIGUE_DECK) if state.face(c) == TRADE_FAIR][-fairs:]
    DECKS.shuffle(step, INTRIGUE_DECK, copies, shared.decks[INTRIGUE_DECK])


@agenda("lower half")
def shuffle_lower_half(step: Step) -> None:
    """Shuffle Armageddon into the lower half of the Intrigue deck (S4)."""
    state, deck = step.state, step.state.shared.decks[INTRIGUE_DECK]
    upper = len(deck) // 2
    copies = [c for c in state.shared.copies(INTRIGUE_DECK) if state.face(c) == ARMAGEDDON]
    DECKS.shuffle(step, INTRIGUE_DECK, copies, deck[upper:], deck[:upper])


@agenda("upper half")
def restore_upper_half(step: Step) -> None:
    """Put the upper half of the deck back on top (S4).

    It has been under the lower half since that half was shuffled.
    """
    decks = step.state.shared.decks
    deck = decks[INTRIGUE_DECK]
    upper = (len(deck) - 1) // 2
    decks[INTRIGUE_DECK] = deck[-upper:] + deck[:-upper]
