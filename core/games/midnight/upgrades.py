"""Upgrade steps, which all seats choose at the same time or by standing order (rules 4.2, T3, ES10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.secrets import Secrets
from core.games.midnight import events, hands
from core.games.midnight.cards import SIREN, TOP, UPGRADE, kind_of
from core.games.midnight.decisions import Upgrades
from core.games.midnight.elimination import turn_dial
from core.games.midnight.rules import Question, Step, agenda, question
from core.games.midnight.state import Midnight

UPGRADES_ORDER = "upgrades"
"""Key of the standing order for upgrades in a seat's secrets."""


def open_steps(state: Midnight, seat: int) -> int:
    """Return the number of steps by which the seat's dials can still go up."""
    return sum(TOP) - sum(state.dials[seat])


@agenda("upgrades")
def ask_for_upgrades(step: Step, wants: tuple[tuple[int, int], ...]) -> None:
    """Ask all the seats at once for their upgrade steps; `wants` lists (seat, steps).

    A seat is asked for no more steps than its dials have room for.
    """
    for seat, steps in wants:
        if due := min(steps, open_steps(step.state, seat)):
            step.ask(UPGRADES, seat, due)


class UpgradeChoice(Question[Upgrades, int]):
    """Question to a seat: its upgrade steps, by the player's choice or by a standing order (4.2)."""

    kind = "upgrade"
    decision = Upgrades

    def check(self, state: Midnight, seat: int, decision: Upgrades, count: int) -> None:
        """Check that the number of steps is right and that no dial goes beyond its highest step."""
        if len(decision.dials) != count:
            raise IllegalDecision(seat, f"{count} upgrade steps are due, not {len(decision.dials)}")
        for dial, steps in Counter(decision.dials).items():
            if not 0 <= dial < len(TOP) or state.dials[seat][dial] + steps > TOP[dial]:
                raise IllegalDecision(seat, f"dial {dial} cannot go up {steps} steps")

    def apply_all(self, step: Step, decisions: Mapping[int, Upgrades], details: Mapping[int, tuple[int]]) -> None:
        """Turn the dials of the seats, clockwise from the seat whose turn it is."""
        for seat in step.state.clockwise(step.state.current):
            if seat in decisions:
                for dial in decisions[seat].dials:
                    turn_dial(step, seat, dial, 1)

    def options(self, state: Midnight, seat: int, own: Secrets, count: int) -> Iterator[Upgrades]:
        for dials in product(range(len(TOP)), repeat=count):
            if all(state.dials[seat][d] + dials.count(d) <= TOP[d] for d in dials):
                yield Upgrades(dials)

    def sample(self, state: Midnight, seat: int, own: Secrets, chance: RandomSource, count: int) -> Upgrades:
        return Upgrades(choose_upgrades(state.dials[seat], count, lambda may, now: may[chance.uniform(len(may))]))

    def forced_answer(self, state: Midnight, seat: int, own: Secrets, count: int) -> Upgrades | None:
        """Return the upgrades of the standing order, or None if there is none.

        Steps that the order does not cover go to the lowest dial.
        """
        wanted = own.orders.get(UPGRADES_ORDER)
        if not wanted:
            return None
        now = list(state.dials[seat])
        chosen: list[int] = []
        for dial in wanted:
            while now[dial] < TOP[dial] and len(chosen) < count:
                now[dial] += 1
                chosen.append(dial)
        return Upgrades((*chosen, *lowest_dials(tuple(now), count - len(chosen))))

    def default_answer(self, state: Midnight, seat: int, own: Secrets, chance: RandomSource, count: int) -> Upgrades:
        return self.forced_answer(state, seat, own, count) or self.stand_in(state, seat, chance, count)

    def stand_in(self, state: Midnight, seat: int, chance: RandomSource, count: int) -> Upgrades:
        return Upgrades(lowest_dials(state.dials[seat], count))


UPGRADES = question(UpgradeChoice())


def order_upgrades(secrets: Secrets, dials: Sequence[int]) -> None:
    """Set the standing order for the next upgrades, which nobody else sees.

    The first dial goes up as far as possible, then the next one. If `dials` is empty, the player is asked.
    """
    secrets.orders[UPGRADES_ORDER] = tuple(dials)


def choose_upgrades(steps: Sequence[int], count: int, choose: Callable[[list[int], list[int]], int]) -> tuple[int, ...]:
    """Return `count` upgrade steps; `choose` selects the dial of each.

    `choose` receives the dials that can still go up, and the present steps of all dials.
    """
    now, chosen = list(steps), []
    for _ in range(count):
        chosen.append(choose([dial for dial, top in enumerate(TOP) if now[dial] < top], now))
        now[chosen[-1]] += 1
    return tuple(chosen)


def lowest_dials(steps: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return `count` upgrade steps, each on the dial that is lowest at that point (4.2)."""
    return choose_upgrades(steps, count, lambda may, now: min(may, key=lambda dial: (now[dial], dial)))


def apply_triggers(step: Step) -> None:
    """Apply what follows from cards in the Capitals after an action: upgrades and Sirens (4.1, 4.2)."""
    state = step.state
    alive = state.living_seats()
    result = {seat: sum(kind_of(copy) == UPGRADE for copy in state.capital[seat]) for seat in alive}
    if sum(result.values()) >= len(alive):
        step.emit(events.UpgradesTriggered(sum(result.values())))
        for seat in alive:
            _clear_capital(step, seat, UPGRADE)
        step.schedule(("upgrades", tuple((seat, count) for seat, count in result.items() if count)), ("sirens",))
    else:
        resolve_sirens(step)


@agenda("sirens")
def resolve_sirens(step: Step) -> None:
    """If every Capital has a Siren, discard one from each and let the clock tick.

    At Midnight a Siren does nothing (R21).
    """
    state = step.state
    alive = state.living_seats()
    if state.clock and all(any(kind_of(copy) == SIREN for copy in state.capital[seat]) for seat in alive):
        for seat in alive:
            _clear_capital(step, seat, SIREN)
        step.schedule(("tick", "sirens"))


def _clear_capital(step: Step, seat: int, what: int) -> None:
    state = step.state
    gone = tuple(copy for copy in state.capital[seat] if kind_of(copy) == what)
    state.capital[seat] = tuple(copy for copy in state.capital[seat] if kind_of(copy) != what)
    hands.discard_cards(step, seat, gone, "trigger")
