"""`tether peer`: one seat of a match, played by a bot that knows the addresses of its peers."""

from __future__ import annotations

import os
import statistics
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

import click
from click.core import ParameterSource

from core.engine.fork import ForkedGame
from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.engine.text.words import format_count, join_list
from net.channels.addresses import Address, BadAddress, parse_address, resolve, unknown_host_text
from net.cli.arguments import options, outfile
from net.cli.matches.progress import ProgressLine
from net.cli.matches.seat_match import STAYS, SeatRun
from net.cli.matches.waiting import AwaitedReporter, presence_text
from net.cli.results import add_version, describe_winners, standing_line, standing_table
from net.crypto.invite import BadCode, format_code, format_words, new_code, normalize_code
from net.match import early_end
from net.match.events import (
    Accusation,
    Concession,
    EndAgreement,
    GestureReport,
    MatchStarted,
    PlayerNotice,
    Presence,
    Report,
    StepResolved,
    Verdict,
)
from net.match.genesis import NAME_RULE_TEXT, BadCard, is_name
from net.match.gestures import describe_gesture
from net.records.verification import record_genesis
from net.replication.entry_log import EntryLogInUse
from net.seat.absence import PatientPolicy
from net.session.peer_config import PeerConfig, PeerOutcome
from net.session.peer_search import ListenerFactory
from net.session.runner import room_id_from_word, seat_name
from net.system.exit_signals import ExitRequest
from net.text.errors import error_reason_with_file
from net.text.qr import BLOCKS, Modules, draw_with_blocks, draw_with_letters, make_modules
from net.text.sanitizer import can_show, print_json, print_lines, print_text, terminal_width
from net.transport.udp import PortBusy

STDIN = 0


class ReportingPlayer:
    """Player that reports when the wrapped player has decided."""

    def __init__(self, player: Player, tell: Callable[..., None]) -> None:
        self.quick = getattr(player, "quick", False)
        self._player = player
        self._tell = tell

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the wrapped player's decision, after reporting that it has been made."""
        decision = self._player.decide(game, state, seat, secrets)
        self._tell("chosen", t=state.t)
        return decision


def print_as_json(kind: str, **fields: object) -> None:
    """Print an event as a line of JSON, for the parent process or another program."""
    print_json({"kind": kind, **fields})


def print_as_text(kind: str, **fields: object) -> None:
    """Print an event as a line of text, for the person who started this seat."""
    if kind == "stepped" and fields["new_round"]:
        print_lines(f"{str(fields['where']).partition(':')[0].capitalize()}: {fields['standing']}")
    elif kind == "seated":
        print_lines(f"All seats are taken: match {str(fields['match'])[:16]}")
    elif kind in ("noted", "waits", "room"):
        print_lines(fields["words"])  # may hold a peer's words: one line, whatever they are
    elif kind == "stopped":
        print_lines(*str(fields["words"]).split("\n"), err=True)


def peer(
    game: str,
    seats: int | None,
    seat: int,
    peers: tuple[str, ...],
    port: int,
    host: str,
    room: str | None,
    code: str,
    seed: str | None,
    bot: str,
    faction: str,
    name: str,
    settings: tuple[str, ...],
    origin: Path | None,
    out: Path | None,
    keep: Path | None,
    patience: float,
    as_json: bool,
    told: bool,
    open_ears: ListenerFactory | None = None,
) -> int:
    """Play one seat of a match and return the exit code."""
    found = options.find_game(game) if origin is None else options.continued_game(origin)
    if isinstance(found, ForkedGame):
        seats = found.seat_counts[0] if seats is None else seats
    if seats is None:
        raise click.UsageError("Missing option '--seats'")
    options.check_seats(found, seats)
    if not 1 <= seat <= seats:
        raise click.UsageError(f"--seat {seat}: the seats are 1 to {seats}")
    if len(peers) != seats - 1:
        raise click.UsageError(_missing_peers_text(len(peers), seats))
    if (room is None) == (seed is None):
        raise click.UsageError(
            "name the match with --room WORD, or a test match with --seed TEXT: the same at every seat"
        )
    if name and not is_name(name):
        raise click.UsageError(f"--name: {name!r} is not a name: a name is {NAME_RULE_TEXT}")
    outfile.check_writable(out)
    seed = None if seed is None else options.plain_text(seed)
    tell = print_as_json if told or as_json else print_as_text
    (wanted,) = options.read_factions(faction, 1)
    (who,) = options.read_bots(bot, 1)
    player = ReportingPlayer(options.make_player(who, wanted, seed, seat), tell)
    config = PeerConfig(
        found,
        seats,
        seat,
        options.read_options(found, settings),
        player,
        port,
        [parse_peer_address(text) for text in peers],
        seed,
        None if room is None else room_id_from_word(options.plain_text(room)),
        name or seat_name(seat),
        directory=keep,
        findings=None if out is None else out.absolute().parent,
        host=host,
        on_report=make_reporter(found, tell, seat),
        code=invite_code(code),
        policy=PatientPolicy(patience),
        bot=who,
        open_listener=open_ears,
    )
    if told:
        threading.Thread(target=end_with_parent, daemon=True).start()
    as_data = told or as_json
    sitting = SeatRun(
        tell, lambda o: report_result(found, o, tell, as_data), ExitRequest(), out, 0.0 if as_data else STAYS
    )
    return play_seat(config, tell, sitting, quiet=told)


def _missing_peers_text(given: int, seats: int) -> str:
    if seats == 2 and not given:
        return "name the other seat with --peer ADDRESS"
    others = "no other seat" if seats == 1 else format_count(seats - 1, "other seat")
    return f"--peer names {format_count(given, 'seat')}, but the match has {others}: name each once"


def check_open(is_open: bool, code: str) -> None:
    """Raise a usage error if a code is given for an open room, which has none.

    A code in the environment is ignored.
    """
    context = click.get_current_context(silent=True)
    source = context.get_parameter_source("code") if context is not None else None
    if is_open and code and source is not ParameterSource.ENVIRONMENT:
        raise click.UsageError("--open and --code contradict each other: an open room has no invite code")


def invite_code(text: str, option: str = "--code ") -> str:
    """Return the canonical form of an invite code, or "" for an empty text.

    For an invalid code, a usage error shows a valid one and names the option.
    """
    try:
        return normalize_code(text) if text else ""
    except BadCode as bad:
        raise click.UsageError(f"{option}{bad}") from None


def code_command(code: str, words: bool, picture: bool, as_json: bool) -> int:
    """Print a new invite code, or the given code in other forms, and return the exit code."""
    made = invite_code(code, option="") or new_code()
    if as_json:
        print_json({"code": format_code(made), "words": format_words(made)})
        return 0
    print_lines(format_code(made))
    if words:
        print_lines(format_words(made))
    if picture:
        print_lines(*draw_qr_picture(make_modules(format_code(made))))
    return 0


def draw_qr_picture(picture: Modules) -> list[str]:
    """Return the lines of a QR picture, in characters that the terminal can show."""
    return draw_with_blocks(picture) if can_show(BLOCKS) else draw_with_letters(picture)


def parse_peer_address(text: str, option: str = "--peer ") -> Address:
    """Return the numeric address of HOST or HOST:PORT.

    If it is invalid, a usage error gives the reason and names the option.

    If it is invalid, a usage error gives the reason and names the option.

    >>> parse_peer_address("192.168.1.12:47801")
    ('192.168.1.12', 47801)
    """
    try:
        where = parse_address(text)
    except BadAddress as bad:
        raise click.UsageError(f"{option}{bad}") from None
    try:
        return resolve(*where)
    except OSError:
        raise click.UsageError(f"{option}{text}: {unknown_host_text(where[0])}") from None


class StepReport(TypedDict):
    """Report of a resolved step: its number, the progress and standing after it, and the seats asked next."""

    t: int
    where: str
    standing: str
    asked: list[int]


def step_report(game: Game, t: int, state: State) -> StepReport:
    """Return the report of step `t`, given the state after it."""
    asked = [seat for seat, ask in game.pending_asks(state).items() if not ask.is_automatic] if not state.over else []
    return {
        "t": t,
        "where": game.progress(state),
        "standing": standing_line(game, game.standing(state)),
        "asked": asked,
    }


class Reporter:
    """Reporter of a match to people or programs, which uses the players' names."""

    def __init__(self, game: Game | None, tell: Callable[..., None], own: int = 0) -> None:
        """Set up a reporter.

        Without a game, it reports neither steps nor the decisions that are due. `own` is the user's seat, if there is
        one.
        """
        self._game = game
        self._own = own
        self._in_words = tell is print_as_text or hasattr(tell, "in_words")
        self._tell = tell
        self._round = ""
        self._names: tuple[str, ...] = ()
        self._away: tuple[int, ...] = ()

    def __call__(self, event: Report, state: State | None) -> None:
        """Report an event of a driver; `state` is the state after the event."""
        if not isinstance(event, StepResolved):
            self.report_event(event)
        elif self._game is not None and state is not None and event.t + 1 >= state.t:
            self.report_step(step_report(self._game, event.t, state))

    def report_event(self, event: Report) -> None:
        """Report an event other than a step."""
        tell = self._tell
        if isinstance(event, MatchStarted):
            self._names = event.names
            tell("seated", match=event.match.hex())
        elif isinstance(event, PlayerNotice):
            tell("noted", words=event.words)
        elif isinstance(event, Accusation):
            tell("noted", words=f"Ignored, because it does not follow from the log: {event}")
        elif isinstance(event, Presence):
            tell("noted", words=presence_text(event, self._away, self._names, self._own))
            self._away = event.away
        elif isinstance(event, Concession):
            tell("noted", words=f"{self._name(event.seat)} has conceded.")
        elif isinstance(event, GestureReport):
            tell("noted", words=describe_gesture(self._name(event.seat), event.what))
        elif isinstance(event, EndAgreement):
            who = join_list(map(self._name, event.seats)) if event.seats else "nobody"
            tell("noted", words=f"Agreed to end the match here: {who}.")
        elif isinstance(event, Verdict):
            tell("verdict", words=str(event))

    def _name(self, seat: int) -> str:
        return self._names[seat - 1] if self._names else seat_name(seat)

    def report_step(self, step: StepReport) -> None:
        """Report a step, given as `step_report` returns it."""
        round, before = step["where"].partition(":")[0], self._round
        self._round = round
        self._tell("stepped", **step, **({"new_round": round != before} if self._in_words else {}))


def make_reporter(game: Game, tell: Callable[..., None], own: int = 0) -> Reporter:
    """Return a reporter of a driver's events."""
    return Reporter(game, tell, own)


def end_with_parent() -> None:
    """Exit when standard input ends, as it does when the parent process ends.

    No seat may outlive its parent process.
    """
    while os.read(STDIN, 4096):
        pass
    os._exit(1)


def play_seat(config: PeerConfig, tell: Callable[..., None], sitting: SeatRun, quiet: bool = False) -> int:
    """Play a seat to the end of its match and return the exit code.

    If the seat cannot play, the reason is reported and raised as a usage error. Unless `quiet` is true, awaited seats
    are reported too.
    """
    going, kept = ProgressLine("Catching up", "entry"), config.directory is not None
    try:
        with sitting.exit_request, AwaitedReporter(tell, going, kept=kept, stay=sitting.stay) as lookout:
            config.on_tick = None if quiet else lookout.update_from_peer
            return sitting.play(config)
    except (PortBusy, OSError, BadCard, EntryLogInUse, ValueError) as wrong:
        tell("failed", words=error_reason_with_file(wrong))
        raise click.UsageError(error_reason_with_file(wrong)) from None


def report_result(game: Game, outcome: PeerOutcome, tell: Callable[..., None], as_data: bool) -> int:
    """Report the result of the match, as text or as data, and return the exit code."""
    if outcome.verdict is not None:
        if not as_data:
            raise click.ClickException(f"the match stopped: {add_version(str(outcome.verdict))}")
        return 1
    if as_data:
        times = outcome.step_seconds or [0.0]
        tell(
            "over",
            digest=outcome.digest.hex(),
            steps=outcome.steps,
            sent=outcome.sent,
            bytes=outcome.sent_bytes,
            seconds=sum(times),
            step_seconds=statistics.median(times),
            step_p99=sorted(times)[99 * len(times) // 100],
            ended=outcome.ended,
            conceded=list(outcome.conceded),
            broke_rules=list(outcome.broke),
        )
    elif outcome.state is not None:
        names = record_genesis(outcome.record).names
        print_text(standing_table(game, outcome.state, outcome.standing, terminal_width(), names))
        if outcome.ended != early_end.AGREED:
            print_lines("", f"{describe_winners(game, outcome.state, outcome.standing, names)}.")
        print_lines(*early_end.describe_early_end(outcome.ended, outcome.conceded, outcome.broke))
        print_lines(f"Digest  {outcome.digest.hex()}")
    return 0
