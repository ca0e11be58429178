"""`tether host` and `tether join`: a match with others, found by an address that somebody tells.

In the terminal a bot plays the own seat. Where the program has a window it sets `window`, and both commands open it.
"""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from lobby.air import ALL
from lobby.bots import RoomBots
from lobby.finding import RoomTrouble, fitting, knocked
from lobby.identity import fingerprint, fresh_identity
from lobby.listing import rooms
from lobby.ratings import ratings
from lobby.sitting import Begun, GuestPlan, HostPlan, RoomView, Sitting
from lobby.timer import TIMER, USUAL
from lobby.tournament.cli import tournament
from net.addresses import PORT, Address, BadAddress, parsed
from net.cli import app, outfile, setting, watch
from net.cli.peer import Telling, end_with_parent, finish, in_words, invite_code, reporter, to_parent, to_person
from net.genesis import BadCard, is_name
from net.invite import CODE_VARIABLE, new_code, shown
from net.match import PeerOutcome, run_peer
from net.peer import PortBusy, bind
from net.peer import run as run_loop
from net.store import StoreInUse

Plan = HostPlan | GuestPlan
window: Callable[[Plan, Sequence[str]], int | None] | None = None
"""Opens the window on a room to be opened, with these bots, or to go to; its exit code, or None if it cannot be opened.
None where there is none at all.
"""


def _common(command: Any) -> Any:
    for option in reversed(
        (
            click.option("--name", default="", metavar="NAME", help="What you are called."),
            click.option("--bot", default="", metavar="NAME", help="Lets a bot play your seat, in the terminal."),
            click.option("--faction", default="", metavar="NAME", help="The faction that the bot prefers."),
            click.option("--listen", default=ALL, metavar="ADDRESS", help="The own address to listen on; usually all."),
            click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keeps the record."),
            click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keeps log and keys there."),
            click.option("--terminal", is_flag=True, help="Opens no window; a bot plays."),
            click.option("--told", is_flag=True, hidden=True, help="Tells the process that started this one."),
        )
    ):
        command = option(command)
    return command


@click.command(
    epilog="\b\nExamples:\n"
    "  tether host                                   four seats, a new invite code\n"
    "  tether host --seats 3 --bots heuristic        one seat for a bot, one for a guest\n"
    "  tether host --terminal --open --seats 2       no window, no code\n"
)
@setting.game_option
@click.option("--seats", default=4, show_default=True, metavar="N", help="How many seats.")
@setting.option_option
@click.option("--bots", default="", metavar="LIST", help="Bots that take a seat at once.")
@click.option(
    "--timer",
    default=str(USUAL),
    show_default=True,
    type=click.Choice([str(value) for value in TIMER.values]),
    help="Seconds for a choice before the window says that the table waits; 0: none. It only warns.",
)
@click.option("--port", default=PORT, show_default=True, help="The UDP port of the room.")
@click.option("--code", default="", envvar=CODE_VARIABLE, metavar="CODE", help="This invite code, not a new one.")
@click.option("--open", "is_open", is_flag=True, help="No invite code: whoever reaches the port may join.")
@_common
def host(
    game: str,
    seats: int,
    settings: tuple[str, ...],
    bots: str,
    timer: str,
    port: int,
    code: str,
    is_open: bool,
    **rest: Any,
) -> int:
    """Opens a room, and tells the address and the invite code with which others join it."""
    found = setting.find_game(game)
    setting.check_seats(found, seats)
    options = setting.read_options(found, settings)
    others = setting.read_bots(bots, len(bots.split(","))) if bots else []
    if len(others) >= seats:
        raise click.UsageError(f"{len(others)} bots and you do not fit into {seats} seats")
    if not 0 <= port <= 65535:
        raise click.UsageError(f"--port {port}: ports are 1 to 65535")
    code = "" if is_open else invite_code(code) or new_code()
    plan = HostPlan(found, seats, options, _name(rest), port, code, host=rest["listen"], timer=int(timer))
    return _window(plan, others, rest)


@click.command(
    epilog="\b\nExamples:\n"
    "  tether join 192.168.1.11 --code K7Q2M-9XTR4\n"
    "  tether join '[fd00::2]:47802'                 IPv6, another port, an open room\n"
    "  tether join 192.168.1.11 --bot heuristic      a bot plays, in the terminal\n"
)
@click.argument("address")
@click.option("--code", default="", envvar=CODE_VARIABLE, metavar="CODE", help="The room's invite code.")
@click.option("--port", default=0, metavar="PORT", help="The own UDP port; usually any that is free.")
@click.option("--by", default="", hidden=True, help="The identity of who has brought this bot.")
@_common
def join(address: str, code: str, port: int, by: str, **rest: Any) -> int:
    """Goes to the room at ADDRESS, as somebody in it tells it, and takes a seat."""
    try:
        where = parsed(address)
    except BadAddress as bad:
        raise click.UsageError(str(bad)) from None
    if not 0 <= port <= 65535:
        raise click.UsageError(f"--port {port}: ports are 1 to 65535")
    try:
        brought_by = bytes.fromhex(by)
    except ValueError:
        raise click.UsageError(f"--by {by}: not an identity") from None
    plan = GuestPlan(where, _name(rest), invite_code(code), port, host=rest["listen"], by=brought_by)
    return _window(plan, (), rest)


for command in (host, join, rooms, tournament, ratings):
    app.cli.add_command(command)


def _find_room(where: Address, code: str) -> tuple[bytes, bytes]:
    """The room at an address and its match, once it has begun."""

    async def ask() -> tuple[bytes, bytes]:
        waiting = False
        while True:
            with contextlib.closing(bind(0, ALL)) as sock:
                notice = fitting(await knocked(sock, where), where)
            if notice.closed and not code:
                raise RoomTrouble("The room is closed: ask somebody in it for its invite code.", code=True)
            if notice.begun:
                return notice.room, notice.match
            if not waiting:
                click.echo(f"The match of {notice.name}'s room has not begun yet; waiting for it.")
            waiting = True
            await asyncio.sleep(1.0)

    try:
        return run_loop(ask())
    except RoomTrouble as wrong:
        raise click.ClickException(str(wrong)) from None


watch.find_room = _find_room


def run(args: Sequence[str] | None = None) -> int:
    """Runs a command; its exit code."""
    return app.run(args)


def _window(plan: Plan, bots: Sequence[str], rest: dict[str, Any]) -> int:
    """In the window, or if that is not wanted or not possible, by a bot in the terminal."""
    code = None
    if window is not None and not (rest["bot"] or rest["terminal"] or rest["told"]):
        code = window(plan, bots)
    if code is not None:
        return code
    return _go(replace(plan, name=plan.name or _user(), bot=rest["bot"] or setting.DEFAULT_BOT), bots, **rest)


def _name(rest: dict[str, Any]) -> str:
    """The name given, or none."""
    name = str(rest["name"])
    if name and not is_name(name):
        raise click.UsageError(f"--name {name!r}: 1-24 letters, digits, punctuation marks, single blanks between")
    return name


def _user() -> str:
    """The user's name, if it is one for a table."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    return user if is_name(user) else "Player"


def _go(
    plan: Plan,
    bots: Sequence[str],
    name: str,
    bot: str,
    faction: str,
    listen: str,
    out: Path | None,
    keep: Path | None,
    terminal: bool,
    told: bool,
) -> int:
    """Plays in the terminal."""
    outfile.check(out)
    tell = to_parent if told else to_person
    (who,) = setting.read_bots(plan.bot, 1)
    (wanted,) = setting.read_factions(faction, 1)
    player = Telling(setting.make_player(who, wanted, None, 1), tell)
    if told:
        threading.Thread(target=end_with_parent, daemon=True).start()
    identity = fresh_identity()
    screen = Told(tell, told)
    sitting = Sitting(plan, identity, screen, player, keep)
    members = RoomBots(lambda words: tell("noted", words=f"A bot: {words}"), None, identity.key, sitting.bring)
    if isinstance(plan, HostPlan):
        screen.on_open = lambda: members.add_all(sitting.door, plan.code, bots)
    if told:
        tell("member", identity=identity.key.hex())
    try:
        outcome = run_loop(_play(sitting, screen))
    except (PortBusy, RoomTrouble, OSError, BadCard, StoreInUse, ValueError) as wrong:
        tell("failed", words=in_words(wrong))
        raise click.ClickException(in_words(wrong)) from None
    finally:
        members.end()
    if outcome is None:
        return 0
    outfile.keep(out, outcome.record)
    return finish(screen.game, outcome, tell, told)


async def _play(sitting: Sitting, screen: Told) -> PeerOutcome | None:
    begun = await sitting.run()
    if begun is None:
        return None
    screen.game = begun.config.game
    return await _play_on(begun, screen)


async def _play_on(begun: Begun, screen: Told) -> PeerOutcome:
    begun.config.report = reporter(begun.config.game, screen.tell)
    try:
        return await run_peer(begun.config, begun.sock, begun.links, begun.before)
    finally:
        begun.close()


class Told:
    """Says in the terminal what happens in a room."""

    def __init__(self, tell: Callable[..., None], quiet: bool) -> None:
        self.tell, self.quiet = tell, quiet
        self.game: Any = None
        self.on_open: Callable[[], object] | None = None
        """What is done once the own room is open; None for somebody else's."""
        self._words = ""
        self._seats: dict[int, str] = {}

    def __call__(self, view: RoomView) -> None:
        """Who comes and goes; and how others find a room that has just been opened."""
        if self.on_open is not None and view.table is not None:
            self._say_address(view)
            self.on_open()
            self.on_open = None
        if self.quiet:
            return
        places = view.table.places if view.table is not None else ()
        seats = {s: f"{p.name} ({fingerprint(p.identity)})" for s, p in enumerate(places, 1) if p is not None}
        for seat in sorted(self._seats.keys() | seats.keys()):
            if seats.get(seat) != self._seats.get(seat):
                click.echo(f"Seat {seat}: {seats.get(seat, 'free')}")
        self._seats = seats
        if view.words != self._words:
            self._words = view.words
            click.echo(view.words)

    def _say_address(self, view: RoomView) -> None:
        if self.quiet:
            return
        for address in view.addresses:
            click.echo(f"Others join with: tether join {_quoted(address)}{_code(view.code)}")


def _quoted(address: str) -> str:
    return f"'{address}'" if address.startswith("[") else address


def _code(code: str) -> str:
    return f" --code {shown(code)}" if code else ""
