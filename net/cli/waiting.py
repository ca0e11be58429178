"""Who is waited for, in words for whoever sits at a terminal: who gives no sign of life, and when that is over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Self

from core.kernel.telling.words import listed
from net.addresses import shown
from net.cli.progress import Going
from net.driver import Driver
from net.match import seat_name
from net.outlet import plain
from net.peer import UdpPeer
from net.reports import Owed, Presence
from net.spectator import Spectator
from net.watching import Watching

SILENT = 2.2
"""Seconds after which it is said that nothing is heard of a seat that owes something: others speak every second."""
TOGETHER = 0.8
"""Who is silent for so much less is told of with who is not."""
SLOW = 15.0
"""Seconds after which it is said that a seat that is there has not decided."""
MUCH = 200
"""Entries, of which a step has three for each seat."""
Tell = Callable[..., None]


class Waits:
    """Says once of each silence and of each long thought that it is there, and that it is over."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._missed: frozenset[int] = frozenset()
        self._slow: frozenset[int] = frozenset()

    def look(self, names: Sequence[str], silent: Mapping[int, float], waited: Mapping[int, float]) -> None:
        """`silent` says for how many seconds nothing has come of each seat, `waited` for how many each seat that owes
        something has been waited for; `names` are in seat order. Who is heard through others alone says nothing as long
        as it owes nothing, so it is missed only once it has owed something for a while.
        """
        unheard = {seat for seat, seconds in silent.items() if seconds >= SILENT - TOGETHER}
        late = {seat for seat in unheard if waited.get(seat, 0.0) >= SILENT - TOGETHER}
        new = any(silent[seat] >= SILENT for seat in late - self._missed)
        missed = frozenset(seat for seat in unheard if seat in self._missed or (new and seat in late))
        slow = frozenset(s for s, seconds in waited.items() if seconds >= SLOW and s not in unheard and s in silent)
        if missed != self._missed:
            back, still = self._missed - missed, _who(names, missed)
            words = [f"{_who(names, back)} {_is(back)} heard again."] if back else []
            words += [f"Waiting for {still}, of whom nothing is heard."] if missed else []
            self._say(names, missed, words)
        if slow != self._slow:
            decided = {seat for seat in self._slow - slow if seat not in waited}
            words = [f"{_who(names, decided)} {_has(decided)} chosen."] if decided else []
            words += [f"Waiting for {_who(names, slow)}, who {_is(slow)} choosing."] if slow - self._slow else []
            self._say(names, slow, words)
        self._missed, self._slow = missed, slow

    def _say(self, names: Sequence[str], seats: Iterable[int], words: list[str]) -> None:
        if words:
            who = sorted(seats)
            self._tell("waits", words=" ".join(words), seats=who, names=[_name(names, seat) for seat in who])


class Lookout:
    """Looks again and again at a match that is played here, or watched, and says who is waited for; on a terminal also
    how far it is where it has much to hear of what was played before. As a context manager it ends that.
    """

    def __init__(self, tell: Tell, going: Going | None = None, names: Sequence[str] = ()) -> None:
        """`names` are those of who sits there, in seat order, if that is agreed on: then all are expected at once, and
        who is not there yet is told only once it has been waited for.
        """
        self._tell = tell
        self._going = going
        self._names = names
        self._began = 0.0
        self._behind = 0
        """How many entries were lacking when it began to catch up; 0 while it does not."""
        self._waits = Waits(tell)
        self._here: frozenset[int] | None = None
        self._since: dict[tuple[int, Owed], float] = {}
        """Since when somebody owes something in a step, as one sees who watches."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._catch_up(0)

    def _catch_up(self, lacking: int) -> None:
        """Tells how much of the match is still to be heard."""
        if self._going is None or not (self._behind or lacking >= MUCH):
            return
        if not self._behind:
            self._going.__enter__()
        self._behind = max(self._behind, lacking)
        self._going(self._behind - lacking, self._behind)
        if not lacking:
            self._going.__exit__(None, None, None)
            self._behind = 0

    def playing(self, peer: UdpPeer) -> None:
        """At one seat of it, on a socket."""
        self.seat(peer.driver, lambda: _where(peer))
        self._catch_up(peer.driver.sync.behind)

    def watching(self, watching: Watching) -> None:
        """Without a seat, on a socket."""
        self.spectator(watching.spectator)
        self._catch_up(watching.spectator.sync.behind)

    def seat(self, driver: Driver, where: Callable[[], str] = str) -> None:
        """At one seat of it; `where` says in words where the others are looked for."""
        if driver.play is None:
            self._gathering(driver, where)
        else:
            waited = {} if driver.stopped else _awaited(driver)
            self._waits.look(driver.play.table.genesis.names, driver.silences, waited)

    def spectator(self, spectator: Spectator) -> None:
        """Without a seat."""
        table, now = spectator.table, spectator.sync.now
        if table is None:
            return
        self._since = {(table.step.t, owed): self._since.get((table.step.t, owed), now) for owed in spectator.owed}
        waited = {owed.seat: now - since for (_, owed), since in self._since.items()}
        self._waits.look(table.genesis.names, spectator.silences, waited)

    def _gathering(self, driver: Driver, where: Callable[[], str]) -> None:
        """Who is not there yet, each time that somebody comes or goes."""
        here = frozenset(other.seat for other in driver.sync.peers.values() if other.seat) - {driver.seat}
        self._began = self._began or driver.sync.now
        if here == self._here or (self._names and driver.sync.now - self._began < SILENT):
            return
        came, self._here = here - (self._here or frozenset()), here
        missing = [seat for seat in range(1, driver.at.seats + 1) if seat != driver.seat and seat not in here]
        words = [f"{_who(self._names, came)} {_is(came)} here."] if came else []
        if missing:
            words.append(f"Waiting for {_who(self._names, missing)}{where()}.")
        if words:
            self._tell("waits", words=" ".join(words), seats=missing, names=[_name(self._names, s) for s in missing])


def _awaited(driver: Driver) -> dict[int, float]:
    """The other seats that owe something, and for how many seconds they have been waited for."""
    waited = driver.waited
    return {owed.seat: waited.get(owed.seat, 0.0) for owed in driver.owed() if owed.seat != driver.seat}


def _where(peer: UdpPeer) -> str:
    """Where they are looked for, and where this seat is found."""
    dials = peer.links.dials if peer.links is not None else {}
    looked = [shown(address) for address, dial in dials.items() if dial.known and isinstance(address, tuple)]
    return f" at {listed(looked)}; this seat is on UDP port {peer.port}" if looked else ""


def presence(said: Presence, before: Collection[int], names: Sequence[str]) -> str:
    """Who is away, and who is back of those who were, in words."""
    back = sorted(set(before) - set(said.away))
    words = [f"{_who(names, back)} {_is(back)} back"] if back else []
    if said.away:
        words.append(f"the table goes on without {_who(names, said.away)} till they come back")
    else:
        words.append("all seats are here again")
    text = "; ".join(words)
    return f"{text[:1].upper()}{text[1:]}."


def _name(names: Sequence[str], seat: int) -> str:
    return plain(names[seat - 1]) if seat <= len(names) else seat_name(seat)


def _who(names: Sequence[str], seats: Iterable[int]) -> str:
    return listed(_name(names, seat) for seat in sorted(seats))


def _is(seats: Collection[Any]) -> str:
    return "is" if len(seats) == 1 else "are"


def _has(seats: Collection[Any]) -> str:
    return "has" if len(seats) == 1 else "have"
