"""Midnight as a game of the kernel: the one object that the net, the bots and the client talk to."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from core.kernel.agenda import Agenda, asked
from core.kernel.codec import Plain
from core.kernel.game import Chooser, Decision, Event, IllegalDecision, Setup, Standing
from core.kernel.secrets import Secrets
from core.kernel.shapes import WrongShape, read
from core.midnight import (
    absence,
    action,
    audit,
    clients,
    clock,
    last_war,
    looks,
    pacts,
    rules,
    setup,
    standin,
    sunrise,
    turn,
    upgrades,
)
from core.midnight.cards import CODES, FIRST_MINUTE, NATIONS
from core.midnight.decisions import (
    Act,
    Boxes,
    Capture,
    Clear,
    Deploy,
    Discard,
    Downgrade,
    Fresh,
    Nation,
    Offers,
    Reveal,
    Seen,
    Take,
    Upgrades,
    Yield,
)
from core.midnight.options import OPTIONS
from core.midnight.state import Midnight

CHAPTERS = (action, audit, clock, last_war, looks, pacts, setup, sunrise, turn, upgrades)
"""The chapters that declare what the agenda can do."""

DECISIONS: dict[str, type] = {
    "nation": Nation,
    "act": Act,
    "trim": Discard,
    "deploy": Deploy,
    "upgrade": Upgrades,
    "downgrade": Downgrade,
    "capture": Capture,
    "offers": Offers,
    "fresh": Fresh,
    "reveal": Reveal,
    "yield": Yield,
    "look": Boxes,
    "seen": Seen,
    "take": Take,
    "clear": Clear,
}
"""What answers each kind of ask."""


class MidnightGame(Agenda[Midnight]):
    """Midnight."""

    name = "midnight"
    title = "Midnight"
    seat_counts: tuple[int, ...] = (3, 4, 5)
    options = OPTIONS
    chapters = rules.CHAPTERS
    decisions = DECISIONS
    by_itself = clients.AUTOMATIC

    def new(self, setup_: Setup) -> Midnight:
        """The state before step 1; raises `ValueError` for a seat count that the game does not have."""
        if setup_.seats not in self.seat_counts:
            raise ValueError(f"{self.title} is for 3 to 5 players, not {setup_.seats}")
        return setup.new_state(setup_)

    def read(self, state: Midnight, seat: int, plain: Plain) -> Decision:
        """The decision that a peer sent as plain data."""
        kind, _ = asked(state, seat)
        try:
            return read(DECISIONS[kind], plain)
        except WrongShape as wrong:
            raise IllegalDecision(seat, str(wrong)) from None

    def begin(self, state: Midnight, beacon: bytes, lost: Collection[int]) -> rules.Step:
        """The game's own kind of step."""
        return rules.Step(state, beacon, lost)

    def lay_open(self, step: rules.Step, seat: int) -> None:
        """Puts the closed cards of a lost seat in the open (PROTOCOL 14.7)."""
        absence.put_in_the_open(step, seat)

    def automatic(self, state: Midnight, seat: int, secrets: Secrets) -> Decision | None:
        """The answer that the client gives without its player, if it does."""
        clients.learn(state, seat, secrets)
        kind, detail = asked(state, seat)
        if kind in clients.AUTOMATIC:
            return clients.AUTOMATIC[kind](state, seat, secrets, detail)
        return clients.forced(state, seat, secrets, kind, detail)

    def default(self, state: Midnight, seat: int, secrets: Secrets) -> Decision:
        """What the client sends when the turn timer runs out."""
        clients.learn(state, seat, secrets)
        return clients.default(state, seat, secrets, *asked(state, seat))

    def recall(self, state: Midnight, seat: int, decision: Decision, secrets: Secrets) -> None:
        """Lays again what an own decision in this state has laid."""
        clients.recall(state, seat, secrets, decision)

    def stand_in(self, state: Midnight, seat: int, chance: Chooser) -> Decision:
        """What a lost seat decides, from the public state alone."""
        return standin.stand_in(state, seat, *asked(state, seat), chance)

    def options_of(self, state: Midnight, seat: int, secrets: Secrets) -> Iterator[Decision]:
        """Every legal decision of the seat, without a change of its standing offers."""
        clients.learn(state, seat, secrets)
        return clients.options(state, seat, secrets, *asked(state, seat))

    def sample(self, state: Midnight, seat: int, secrets: Secrets, chance: Chooser) -> Decision:
        """A legal decision drawn without regard to its merit."""
        clients.learn(state, seat, secrets)
        return clients.sample(state, seat, secrets, *asked(state, seat), chance)

    def standing(self, state: Midnight) -> list[Standing]:
        """The seats from first to last: winners, then by Worth, the eliminated last, the first of them lowest."""

        def place(seat: int) -> tuple[int, int, int, int]:
            out = state.standing.index(seat) + 1 if seat in state.standing else len(state.worth)
            return (-(seat in state.winners), state.eliminated[seat], -state.worth[seat], -out)

        order = sorted(state.seats, key=lambda seat: (place(seat), seat))
        ranks = {seat: 1 + sum(place(other) < place(seat) for other in order) for seat in order}
        return [Standing(ranks[seat], seat, (("worth", state.worth[seat]),)) for seat in order]

    def badge(self, state: Midnight, seat: int) -> tuple[str, str, str]:
        """The seat's nation."""
        nation = state.nation[seat]
        return ("nation", CODES[nation], NATIONS[nation]) if nation >= 0 else ("nation", "", "")

    def headings(self, state: Midnight) -> tuple[tuple[str, str], ...]:
        """The columns of a table of the standing."""
        return (("Worth", "worth"),)

    def rounds(self, state: Midnight) -> int:
        """How many rounds have begun: one for each minute that was left, Midnight the last."""
        return 1 + FIRST_MINUTE - state.clock

    def progress(self, state: Midnight) -> str:
        """Clock and turn in a few words."""
        if state.phase == "set-up" or not state.turn:
            return "set-up: nations"
        left = f"{state.clock} minute{'s' if state.clock > 1 else ''} left" if state.clock else "midnight"
        return f"{left}: turn {state.turn}"

    def tell(self, state: Midnight, event: Event) -> str:
        """The event as one line."""
        from core.midnight.telling.narrate import tell

        return str(tell(state, event))

    def describe(self, state: Midnight) -> str:
        """The state in words."""
        from core.midnight.telling.describe import describe

        return str(describe(state))


GAME = MidnightGame()
