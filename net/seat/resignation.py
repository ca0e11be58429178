"""What the own seat says of the end of the match before its rules end it (PROTOCOL 14.11, 14.12), and when."""

from __future__ import annotations

from core.engine.game import Decision
from net.match.early_end import ended_by
from net.match.feed_reader import AGREES, CONCEDES
from net.match.state_machine import Table
from net.seat.signer import Signatory


class OwnEnd:
    """The own seat's wish to give the match up, or to end it here: said anew in each step as long as it stands."""

    def __init__(self, table: Table, own: Signatory) -> None:
        self.wish = 0
        """Nothing, `AGREES` or `CONCEDES`; the last cannot be taken back."""
        self.follows = False
        """Whether no person sits here: then it agrees as soon as another seat does, and has no say of its own."""
        self._table, self._own = table, own

    @property
    def given_up(self) -> bool:
        """Whether the own seat has conceded: its client plays on for it."""
        return self.wish == CONCEDES or self._own.seat in self._table.conceded

    @property
    def is_near(self) -> bool:
        """Whether the current step ends the match if all who are present count in it: nobody need think any more."""
        table = self._table
        said = {seat: table.readings[seat].at(table.step.t).end for seat in table.present}
        if table.over or not any(said.values()):
            return False
        return bool(ended_by(table.seats, table.present, table.conceded, said))

    def say(self) -> bool:
        """Says what is wished and not yet said in this step, before its commit; whether there was anything."""
        table, seat = self._table, self._own.seat
        others = set(agreeing(table)) - {seat}
        wish = self.wish or (AGREES if self.follows and others else 0)
        if wish <= table.readings[seat].at(table.step.t).end or seat in table.conceded:
            return False
        self._own.end(table, wish)
        return True

    def default(self) -> Decision | None:
        """What the client decides where its player need not: the default, as when a timer runs out."""
        table = self._table
        if not (self.given_up or self.is_near):
            return None
        return table.game.default(table.state, self._own.seat, self._own.secrets)


def agreeing(table: Table) -> tuple[int, ...]:
    """The seats that would end the match here, ascending, by what they have said in this step or the one before."""
    if not table.agreeing:
        return ()
    here = table.present - table.conceded.keys()
    return tuple(sorted(seat for seat, t in table.agreeing.items() if seat in here and t + 1 >= table.step.t))
