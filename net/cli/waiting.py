"""The terminal's lines about other seats: of which nothing is heard, which are back, what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Self

from core.engine.text.words import listed
from net.channels.addresses import format_address
from net.cli.progress import ProgressLine
from net.match.events import Owed, Presence
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.session.live_feed import SpectatorRunner
from net.session.runner import seat_name
from net.session.spectator import Spectator
from net.text.sanitizer import plain
from net.transport.udp import UdpPeer

SILENT = 2.2
"""Seconds without a sign of life after which an owing seat is reported; others send each second."""
TOGETHER = 0.8
"""Seconds by which a seat may be less silent than another and still be reported with it."""
SLOW = 15.0
"""Seconds after which a present seat that has not decided is reported."""
MUCH = 200
"""Number of missing entries from which catching up is shown; a step has three entries for each seat."""
DESERTED = 30.0
"""Seconds of silence of all other seats after which a player is told what may have happened."""
SETTLES = 3.0
"""Seconds that the other seats have to receive the end before a player is told that one lacks it."""
CUT_OFF = (
    "No sign of the other players. Check this computer's cable or Wi-Fi. Nothing is lost; the match goes on once you "
    "are connected."
)
ALONE = (
    "No sign of the others for 30 seconds. They may have finished: ask one of them to run `tether resume`, and you "
    "receive the end of the match."
)
CONNECTED = "Connected again; catching up."
Tell = Callable[..., None]


class SilenceReporter:
    """Reports of each silence and each long decision: one at its start, one at its end."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._missed: frozenset[int] = frozenset()
        self._slow: frozenset[int] = frozenset()
        self._cut_off = False
        """True once the loss of contact with every other seat has been reported."""
        self._returning: frozenset[int] = frozenset()
        """The seats that are still to come back after this computer was cut off."""
        self._unheard: dict[int, float] = {}
        """For how many seconds each awaited seat had been waited for when it was last unheard."""

    def look(
        self,
        names: Sequence[str],
        silent: Mapping[int, float],
        waited: Mapping[int, float],
        met: Collection[int] | None = None,
        advice: Callable[[frozenset[int]], str] = lambda missed: "",
    ) -> None:
        """Note how long seats have been silent and awaited, by seat.

        `silent` are the seconds in which nothing has come of each seat, `waited` those in which each seat that owes
        something has been awaited; `names` are in seat order. A seat that is reached through others alone says nothing
        as long as it owes nothing, so it is missed only once it has owed something for a while. `met` are the seats
        that have been linked since the start, if that is known; `advice` returns the consequences if these seats stay
        away.
        """
        unheard = {seat for seat, seconds in silent.items() if seconds >= SILENT - TOGETHER}
        late = {seat for seat in unheard if waited.get(seat, 0.0) >= SILENT - TOGETHER}
        if late and len(silent) > 1 and unheard >= silent.keys():
            late = unheard  # includes seats that owe nothing: this computer is cut off
        new = any(silent[seat] >= SILENT for seat in late - self._missed)
        missed = frozenset(seat for seat in unheard if seat in self._missed or (new and seat in late))
        slow = frozenset(s for s, seconds in self._heard_for(waited, unheard) if seconds >= SLOW and s in silent)
        if missed != self._missed:
            met = silent.keys() if met is None else met
            everybody = len(silent) > 1 and silent.keys() <= set(met)
            back = self._missed - missed
            if self._cut_off and back:
                self._cut_off, self._returning, words = False, missed, [CONNECTED]
            else:
                told = back - self._returning
                words = [f"{_who(names, told)} {_is(told)} back."] if told else []
            self._returning &= missed
            away = missed - self._returning
            if everybody and missed >= silent.keys():
                self._cut_off = True
                words.append(CUT_OFF)
            elif away and away.isdisjoint(met):
                words.append(f"Waiting for {_who(names, away)}.")
            elif away:
                words.append(f"No sign of {_who(names, away)}. {advice(away)}".rstrip())
            self._say(names, missed, words)
        if slow != self._slow:
            decided = {seat for seat in self._slow - slow if seat not in waited}
            words = [f"{_who(names, decided)} {_has(decided)} chosen."] if decided else []
            words += [f"Waiting for {_who(names, slow)}, who {_is(slow)} choosing."] if slow - self._slow else []
            self._say(names, slow, words)
        self._missed, self._slow = missed, slow

    def _heard_for(self, waited: Mapping[int, float], unheard: Collection[int]) -> list[tuple[int, float]]:
        """Return the awaited seats that are heard, and for how many seconds each has been heard and awaited."""
        before = {seat: at for seat, at in self._unheard.items() if waited.get(seat, -1.0) >= at}
        self._unheard = before | {seat: waited[seat] for seat in unheard if seat in waited}
        return [(seat, at - self._unheard.get(seat, 0.0)) for seat, at in waited.items() if seat not in unheard]

    def _say(self, names: Sequence[str], seats: Iterable[int], words: list[str]) -> None:
        if words:
            who = sorted(seats)
            self._tell("waits", words=" ".join(words), seats=who, names=[_name(names, seat) for seat in who])


class AwaitedReporter:
    """Watcher of a match, played or spectated, that reports the awaited seats.

    On a terminal it also shows the progress of catching up. As a context manager it ends that line.
    """

    def __init__(
        self,
        tell: Tell,
        going: ProgressLine | None = None,
        names: Sequence[str] = (),
        kept: bool = False,
        stay: float = 0.0,
    ) -> None:
        """`kept` says that the match is kept on disk, `stay` for how many seconds this seat stays after the end.

        `names` are those of who sits there, in seat order, if that is agreed on: then all are expected at once, and
        who is not there yet is told only once it has been waited for.
        """
        self._tell = tell
        self._going = going
        self._names = names
        self._kept, self._stay = kept, stay
        self._met: set[int] = set()
        self._alone = False
        """True if the player has been notified that all other seats are silent."""
        self._over_at: float | None = None
        self._late: frozenset[int] | None = None
        """The seats of which it has been said that they lack the end."""
        self._began = 0.0
        self._behind = 0
        """Number of entries missing when catching up began; 0 while not catching up."""
        self._waits = SilenceReporter(tell)
        self._here: frozenset[int] | None = None
        self._since: dict[tuple[int, Owed], float] = {}
        """Since when somebody owes something in a step, as one sees who watches."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._catch_up(0)

    def _catch_up(self, lacking: int) -> None:
        """Show the share of the match that is still missing."""
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
        """Look at a seat's match, on a socket."""
        self.seat(peer.driver, lambda: _where(peer))
        self._catch_up(peer.driver.sync.behind)

    def watching(self, watching: SpectatorRunner) -> None:
        """Look at a spectator's match, on a socket."""
        self.spectator(watching.spectator)
        self._catch_up(watching.spectator.sync.behind)

    def seat(self, driver: Driver, where: Callable[[], str] = str) -> None:
        """Look at a seat's match; `where` describes the addresses tried for the others."""
        if driver.play is None:
            self._gathering(driver, where)
            return
        names = driver.play.table.genesis.names
        if driver.finished is not None:
            self._staying(driver, names)
            return
        self._met.update(peer.seat for peer in driver.sync.peers.values() if peer.seat)
        waited = {} if driver.stopped else _awaited(driver)
        self._waits.look(names, driver.silences, waited, self._met, lambda missed: self._advice(driver, names, missed))
        self._look_alone(driver)

    def _look_alone(self, driver: Driver) -> None:
        """Say it once where all others have been silent for long: they may have finished."""
        silent = driver.silences
        alone = bool(silent) and not driver.stopped and min(silent.values()) >= DESERTED
        if alone and not self._alone:
            self._tell("waits", words=ALONE, seats=sorted(silent), names=[])
        self._alone = alone

    def _advice(self, driver: Driver, names: Sequence[str], missed: frozenset[int]) -> str:
        """Return what happens if these seats stay away, and what a player may do."""
        who, kept = _who(names, missed), "; the match is kept" if self._kept else ""
        policy = driver.policy
        if driver.at.seats == 2:
            return f"The match waits until {who} is back. Ctrl-C stops{kept}."
        if len(frozenset(driver.present) - missed) < driver.at.seats // 2 + 1:
            return f"Too few players are left to go on. Ctrl-C stops{kept}."
        if driver.persons - {driver.seat} or not isinstance(policy, PatientPolicy):
            return "The players at the table decide whether to go on without them."
        left = max(1, round(policy.seconds - max(driver.silences[seat] for seat in missed)))
        return f"If this goes on, the table continues without {who} in {left} s; {who} can come back at any time."

    def _staying(self, driver: Driver, names: Sequence[str]) -> None:
        """Say which seats have not received the end while this seat stays for them."""
        now = driver.sync.now
        self._over_at = now if self._over_at is None else self._over_at
        late = frozenset(driver.lacking_end)
        if not self._stay or now - self._over_at < SETTLES or late == self._late or not (late or self._late):
            return
        self._late = late
        words = lacking_words(names, late)
        words += f" Staying for up to {round(self._stay / 60)} minutes; Ctrl-C leaves." if late else ""
        self._tell("waits", words=words, seats=sorted(late), names=[_name(names, seat) for seat in sorted(late)])

    def spectator(self, spectator: Spectator) -> None:
        """Look at a spectator's match."""
        table, now = spectator.table, spectator.sync.now
        if table is None:
            return
        self._since = {(table.step.t, owed): self._since.get((table.step.t, owed), now) for owed in spectator.owed}
        waited = {owed.seat: now - since for (_, owed), since in self._since.items()}
        self._waits.look(table.genesis.names, spectator.silences, waited)

    def _gathering(self, driver: Driver, where: Callable[[], str]) -> None:
        """Report the absent seats each time that a seat comes or goes."""
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


def lacking_words(names: Sequence[str], late: Collection[int]) -> str:
    """Say which seats have not received the end of the match.

    >>> lacking_words(["Ada", "Ben"], [2]), lacking_words(["Ada", "Ben"], [])
    ('Ben has not received the end of the match.', 'Everybody has received the end of the match.')
    """
    if not late:
        return "Everybody has received the end of the match."
    return f"{_who(names, late)} {_has(late)} not received the end of the match."


def _awaited(driver: Driver) -> dict[int, float]:
    """Return the other seats that owe something, and for how many seconds they have been awaited."""
    waited = driver.waited
    return {owed.seat: waited.get(owed.seat, 0.0) for owed in driver.owed() if owed.seat != driver.seat}


def _where(peer: UdpPeer) -> str:
    """Describe the addresses tried for the other seats, and this seat's own port."""
    dials = peer.links.dials if peer.links is not None else {}
    looked = [format_address(address) for address, dial in dials.items() if dial.known and isinstance(address, tuple)]
    return f" at {listed(looked)}; this seat is on UDP port {peer.port}" if looked else ""


def presence(said: Presence, before: Collection[int], names: Sequence[str], own: int = 0) -> str:
    """Return which seats are away, and which are back, in words for the player of the seat `own`."""
    if own in said.away:
        return "The others went on without you; catching up."
    back = sorted(set(before) - set(said.away) - {own})
    words = ["you are back"] if own in before else []
    words += [f"{_who(names, back)} {_is(back)} back"] if back else []
    if said.away:
        who = _who(names, said.away)
        words.append(f"going on without {who} until {who} {_is(said.away)} back")
    else:
        words.append("all seats are here again")
    text = "; ".join(words)
    return f"{text[:1].upper()}{text[1:]}."


def _name(names: Sequence[str], seat: int) -> str:
    return plain(names[seat - 1]) if seat <= len(names) else seat_name(seat)


def _who(names: Sequence[str], seats: Iterable[int]) -> str:
    return listed(_name(names, seat) for seat in sorted(seats))


def _is(seats: Collection[int]) -> str:
    return "is" if len(seats) == 1 else "are"


def _has(seats: Collection[int]) -> str:
    return "has" if len(seats) == 1 else "have"
