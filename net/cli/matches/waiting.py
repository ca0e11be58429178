"""Lines in the terminal about other seats: which are silent, which are back, and what the player can do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Self

from core.engine.text.words import join_list
from net.channels.addresses import format_address
from net.cli.matches.progress import ProgressLine
from net.match.events import OwedEntry, Presence
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.session.live_feed import SpectatorRunner
from net.session.runner import seat_name
from net.session.spectator import Spectator
from net.text.sanitizer import visible_line
from net.transport.udp import UdpPeer

SILENT = 2.2
"""Seconds of silence after which a seat that owes an entry is reported.

Other seats show a sign of life every second.
"""
REPORT_TOGETHER_SECONDS = 0.8
"""Maximum difference in seconds of the silences of two seats that are reported together."""
SLOW = 15.0
"""Seconds after which a seat that is present but has not decided is reported."""
MIN_SHOWN_MISSING_ENTRIES = 200
"""Minimum number of missing entries for which the progress of catching up is shown.

A step has three entries for each seat.
"""
DESERTED_SECONDS = 30.0
"""Seconds of silence from all other seats after which the player is told the likely reason."""
SETTLES = 3.0
"""Seconds that the other seats have to receive the end before those that have not are reported."""
CUT_OFF = (
    "No sign of the other players. Check this computer's cable or Wi-Fi. Nothing is lost; the match goes on once you "
    "are connected."
)
ALONE = (
    "No sign of the others for 30 seconds. They may have finished: ask one of them to run `tether resume` and "
    "send you the end of the match."
)
CONNECTED_AGAIN_TEXT = "Connected again; catching up."
Tell = Callable[..., None]


class SilenceReporter:
    """Reporter of silent seats and of long decisions, at their start and at their end."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._missed: frozenset[int] = frozenset()
        self._slow: frozenset[int] = frozenset()
        self._cut_off = False
        """True once the loss of contact with every other seat has been reported."""
        self._returning: frozenset[int] = frozenset()
        """The seats that have not yet come back after this computer was cut off."""
        self._unheard: dict[int, float] = {}
        """The seconds for which each awaited seat had been awaited when it was last silent."""

    def update(
        self,
        names: Sequence[str],
        silent: Mapping[int, float],
        waited: Mapping[int, float],
        met: Collection[int] | None = None,
        advice: Callable[[frozenset[int]], str] = lambda missed: "",
    ) -> None:
        """Note for how long seats have been silent and awaited, and report changes.

        `silent` contains the seconds since something last arrived from each seat. `waited` contains the seconds for
        which each seat that owes an entry has been awaited. `names` are in seat order. A seat that is reached only
        through others sends nothing while it owes nothing; it is reported only after it has owed an entry for a while.
        `met` are the seats that have been connected since the start, if this is known. `advice` returns a text on the
        consequences if the given seats stay away.
        """
        unheard = {seat for seat, seconds in silent.items() if seconds >= SILENT - REPORT_TOGETHER_SECONDS}
        late = {seat for seat in unheard if waited.get(seat, 0.0) >= SILENT - REPORT_TOGETHER_SECONDS}
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
                self._cut_off, self._returning, words = False, missed, [CONNECTED_AGAIN_TEXT]
            else:
                told = back - self._returning
                words = [f"{_join_names(names, told)} {_is_or_are(told)} back."] if told else []
            self._returning &= missed
            away = missed - self._returning
            if everybody and missed >= silent.keys():
                self._cut_off = True
                words.append(CUT_OFF)
            elif away and away.isdisjoint(met):
                words.append(f"Waiting for {_join_names(names, away)}.")
            elif away:
                words.append(f"No sign of {_join_names(names, away)}. {advice(away)}".rstrip())
            self._say(names, missed, words)
        if slow != self._slow:
            decided = {seat for seat in self._slow - slow if seat not in waited}
            words = [f"{_join_names(names, decided)} {_has_or_have(decided)} chosen."] if decided else []
            words += (
                [f"Waiting for {_join_names(names, slow)}, who {_is_or_are(slow)} choosing."]
                if slow - self._slow
                else []
            )
            self._say(names, slow, words)
        self._missed, self._slow = missed, slow

    def _heard_for(self, waited: Mapping[int, float], unheard: Collection[int]) -> list[tuple[int, float]]:
        """Return the awaited seats that are not silent, each with a number of seconds.

        It is the time for which the seat has been both awaited and not silent.
        """
        before = {seat: at for seat, at in self._unheard.items() if waited.get(seat, -1.0) >= at}
        self._unheard = before | {seat: waited[seat] for seat in unheard if seat in waited}
        return [(seat, at - self._unheard.get(seat, 0.0)) for seat, at in waited.items() if seat not in unheard]

    def _say(self, names: Sequence[str], seats: Iterable[int], words: list[str]) -> None:
        if words:
            who = sorted(seats)
            self._tell("waits", words=" ".join(words), seats=who, names=[_seat_name(names, seat) for seat in who])


class AwaitedReporter:
    """Reporter of the awaited seats of a match, for a player or a spectator.

    On a terminal it also shows the progress of catching up. The context ends the line with that progress.
    """

    def __init__(
        self,
        tell: Tell,
        progress_line: ProgressLine | None = None,
        names: Sequence[str] = (),
        kept: bool = False,
        stay: float = 0.0,
    ) -> None:
        """Set up a reporter.

        `kept` is true if the match is saved on disk. `stay` is the number of seconds that this seat stays after the
        end. `names` are the names of the players in seat order, if they are agreed on. Then all players are expected to
        arrive together, and an absent player is reported only after it has been awaited for a while.
        """
        self._tell = tell
        self._progress_line = progress_line
        self._names = names
        self._kept, self._stay = kept, stay
        self._met: set[int] = set()
        self._alone = False
        """True if the player has been informed that all other seats are silent."""
        self._over_at: float | None = None
        self._late: frozenset[int] | None = None
        """The seats that were last reported to lack the end, or None if there was no report."""
        self._began = 0.0
        self._behind = 0
        """Number of entries that were missing when catching up began; 0 when not catching up."""
        self._silence_reporter = SilenceReporter(tell)
        self._here: frozenset[int] | None = None
        self._since: dict[tuple[int, OwedEntry], float] = {}
        """The times since which seats owe something in a step, as a spectator sees them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._show_catching_up(0)

    def _show_catching_up(self, lacking: int) -> None:
        """Show the progress of catching up while entries of the match are missing."""
        if self._progress_line is None or not (self._behind or lacking >= MIN_SHOWN_MISSING_ENTRIES):
            return
        if not self._behind:
            self._progress_line.__enter__()
        self._behind = max(self._behind, lacking)
        self._progress_line(self._behind - lacking, self._behind)
        if not lacking:
            self._progress_line.__exit__(None, None, None)
            self._behind = 0

    def update_from_peer(self, peer: UdpPeer) -> None:
        """Report changes in the match of a seat that plays on a socket."""
        self.update_from_driver(peer.driver, lambda: _describe_addresses(peer))
        self._show_catching_up(peer.driver.sync.missing_count)

    def update_from_runner(self, runner: SpectatorRunner) -> None:
        """Report changes in the match of a spectator on a socket."""
        self.update_from_spectator(runner.spectator)
        self._show_catching_up(runner.spectator.sync.missing_count)

    def update_from_driver(self, driver: Driver, where: Callable[[], str] = str) -> None:
        """Report changes in a seat's match.

        `where` returns a description of the addresses at which the other seats are sought.
        """
        if driver.protocol is None:
            self._report_arrivals(driver, where)
            return
        names = driver.protocol.table.genesis.names
        if driver.finished is not None:
            self._report_missing_end(driver, names)
            return
        self._met.update(peer.seat for peer in driver.sync.peers.values() if peer.seat)
        waited = {} if driver.stopped else _awaited_seconds(driver)
        self._silence_reporter.update(
            names,
            driver.attendance.silences,
            waited,
            self._met,
            lambda missed: self._advise_on_absence(driver, names, missed),
        )
        self._report_isolation(driver)

    def _report_isolation(self, driver: Driver) -> None:
        """Report, once, that all other seats have been silent for long and may have finished."""
        silent = driver.attendance.silences
        alone = bool(silent) and not driver.stopped and min(silent.values()) >= DESERTED_SECONDS
        if alone and not self._alone:
            self._tell("waits", words=ALONE, seats=sorted(silent), names=[])
        self._alone = alone

    def _advise_on_absence(self, driver: Driver, names: Sequence[str], missed: frozenset[int]) -> str:
        """Return a text on what happens if these seats stay away, and on the player's choices."""
        who, kept = _join_names(names, missed), "; the match stays saved" if self._kept else ""
        policy = driver.attendance.policy
        if driver.at.seats == 2:
            return f"The match waits until {who} is back. Ctrl-C stops{kept}."
        if len(frozenset(driver.attendance.present) - missed) < driver.at.seats // 2 + 1:
            return f"Too few players are left to go on. Ctrl-C stops{kept}."
        if driver.setup.persons - {driver.seat} or not isinstance(policy, PatientPolicy):
            return "The players at the table decide whether to go on without them."
        left = max(1, round(policy.seconds - max(driver.attendance.silences[seat] for seat in missed)))
        return f"If this goes on, the table continues without {who} in {left} s; {who} can come back at any time."

    def _report_missing_end(self, driver: Driver, names: Sequence[str]) -> None:
        """Report which seats have not received the end, while this seat stays for them."""
        now = driver.sync.now
        self._over_at = now if self._over_at is None else self._over_at
        late = frozenset(driver.attendance.seats_without_end)
        if not self._stay or now - self._over_at < SETTLES or late == self._late or not (late or self._late):
            return
        self._late = late
        words = missing_end_text(names, late)
        words += f" Staying for up to {round(self._stay / 60)} minutes; Ctrl-C leaves." if late else ""
        self._tell("waits", words=words, seats=sorted(late), names=[_seat_name(names, seat) for seat in sorted(late)])

    def update_from_spectator(self, spectator: Spectator) -> None:
        """Report changes in a spectator's match."""
        table, now = spectator.table, spectator.sync.now
        if table is None:
            return
        self._since = {(table.step.t, owed): self._since.get((table.step.t, owed), now) for owed in spectator.owed}
        waited = {owed.seat: now - since for (_, owed), since in self._since.items()}
        self._silence_reporter.update(table.genesis.names, spectator.silences, waited)

    def _report_arrivals(self, driver: Driver, where: Callable[[], str]) -> None:
        """Report the absent seats whenever a seat arrives or leaves before the match."""
        here = frozenset(other.seat for other in driver.sync.peers.values() if other.seat) - {driver.seat}
        self._began = self._began or driver.sync.now
        if here == self._here or (self._names and driver.sync.now - self._began < SILENT):
            return
        came, self._here = here - (self._here or frozenset()), here
        missing = [seat for seat in range(1, driver.at.seats + 1) if seat != driver.seat and seat not in here]
        words = [f"{_join_names(self._names, came)} {_is_or_are(came)} here."] if came else []
        if missing:
            words.append(f"Waiting for {_join_names(self._names, missing)}{where()}.")
        if words:
            self._tell(
                "waits", words=" ".join(words), seats=missing, names=[_seat_name(self._names, s) for s in missing]
            )


def missing_end_text(names: Sequence[str], late: Collection[int]) -> str:
    """Return a sentence on which seats have not received the end of the match.

    >>> missing_end_text(["Ada", "Ben"], [2]), missing_end_text(["Ada", "Ben"], [])
    ('Ben has not received the end of the match.', 'Everybody has received the end of the match.')
    """
    if not late:
        return "Everybody has received the end of the match."
    return f"{_join_names(names, late)} {_has_or_have(late)} not received the end of the match."


def _awaited_seconds(driver: Driver) -> dict[int, float]:
    """Return the seconds for which each other seat that owes an entry has been awaited."""
    waited = driver.attendance.waited
    return {owed.seat: waited.get(owed.seat, 0.0) for owed in driver.attendance.owed() if owed.seat != driver.seat}


def _describe_addresses(peer: UdpPeer) -> str:
    """Return a text with the addresses at which other seats are sought, and this seat's own port."""
    dials = peer.links.dials if peer.links is not None else {}
    looked = [format_address(address) for address, dial in dials.items() if dial.known and isinstance(address, tuple)]
    return f" at {join_list(looked)}; this seat is on UDP port {peer.port}" if looked else ""


def presence_text(event: Presence, before: Collection[int], names: Sequence[str], own: int = 0) -> str:
    """Return a text, for the player of the seat `own`, on which seats are away and which are back."""
    if own in event.away:
        return "The others went on without you; catching up."
    back = sorted(set(before) - set(event.away) - {own})
    words = ["you are back"] if own in before else []
    words += [f"{_join_names(names, back)} {_is_or_are(back)} back"] if back else []
    if event.away:
        who = _join_names(names, event.away)
        words.append(f"going on without {who} until {who} {_is_or_are(event.away)} back")
    else:
        words.append("everyone is here again")
    text = "; ".join(words)
    return f"{text[:1].upper()}{text[1:]}."


def _seat_name(names: Sequence[str], seat: int) -> str:
    return visible_line(names[seat - 1]) if seat <= len(names) else seat_name(seat)


def _join_names(names: Sequence[str], seats: Iterable[int]) -> str:
    return join_list(_seat_name(names, seat) for seat in sorted(seats))


def _is_or_are(seats: Collection[int]) -> str:
    return "is" if len(seats) == 1 else "are"


def _has_or_have(seats: Collection[int]) -> str:
    return "has" if len(seats) == 1 else "have"
