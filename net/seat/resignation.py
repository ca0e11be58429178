"""Declarations of our seat about an early end, and the moments for them (PROTOCOL 14.11, 14.12)."""

from __future__ import annotations

from core.engine.game import Decision
from net.match.early_end import early_end_kind
from net.match.feed_reader import AGREES, CONCEDES
from net.match.state_machine import StateMachine
from net.seat.signer import SeatSigner


class EarlyEnd:
    """Our seat's wish to concede or to end the match by consent, which it declares in each step."""

    def __init__(self, table: StateMachine, own: SeatSigner) -> None:
        self.wish = 0
        """Our wish: 0 for none, `AGREES` or `CONCEDES`; a concession cannot be taken back."""
        self.follows = False
        """True if no person plays at our seat.

        Such a seat agrees to the end as soon as another seat does, and has no wish of its own.
        """
        self._table, self._own = table, own

    @property
    def has_conceded(self) -> bool:
        """True if our seat has conceded, so that its client plays on for it."""
        return self.wish == CONCEDES or self._own.seat in self._table.conceded

    @property
    def is_near(self) -> bool:
        """True if the current step ends the match, provided that all present seats count.

        The seat then need not think about its decision. With three seats or more, a seat that stays decides as usual:
        the others could continue without the seat that concedes, and the decision would count.
        """
        table = self._table
        said = {seat: table.readings[seat].for_step(table.step.t).end for seat in table.present}
        if table.over or not any(said.values()):
            return False
        if len(table.seats) > 2 and not self.has_conceded and not said.get(self._own.seat):
            return False
        return bool(early_end_kind(table.seats, table.present, table.conceded, said))

    def declare(self) -> bool:
        """Declare the wish in this step, before our commit; return True if a declaration was signed."""
        table, seat = self._table, self._own.seat
        others = set(agreeing_seats(table)) - {seat}
        wish = self.wish or (AGREES if self.follows and others else 0)
        if wish <= table.readings[seat].for_step(table.step.t).end or seat in table.conceded:
            return False
        self._own.publish_end_declaration(table, wish)
        return True

    def default_decision(self) -> Decision | None:
        """Return the game's default decision if the player need not decide any more; otherwise None."""
        table = self._table
        if not (self.has_conceded or self.is_near):
            return None
        return table.game.default_decision(table.state, self._own.seat, self._own.secrets)


def agreeing_seats(table: StateMachine) -> tuple[int, ...]:
    """Return the seats that agree to end the match now, in ascending order.

    They have declared so in this step or in the last one.
    """
    if not table.agreeing:
        return ()
    here = table.present - table.conceded.keys()
    return tuple(sorted(seat for seat, t in table.agreeing.items() if seat in here and t + 1 >= table.step.t))


def conceding_seats(table: StateMachine) -> frozenset[int]:
    """Return the seats that have conceded, and those that have declared it in this step, where it does not count yet.

    A declaration counts with its seat's commit (PROTOCOL 14.12), but players want to know at once.
    """
    if table.over:
        return frozenset(table.conceded)
    readings = ((seat, table.readings[seat]) for seat in table.present)
    declared = {seat for seat, reading in readings if reading.t == table.step.t and reading.end == CONCEDES}
    return frozenset(declared | table.conceded.keys())
