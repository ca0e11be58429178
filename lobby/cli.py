"""`tether host` and `tether join`: a match with others, found by an address that somebody tells.

In the terminal a bot plays the own seat. Where the program has a window it sets `window`, and both commands open it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from core.games import GAMES
from core.kernel.game import Game
from core.kernel.telling.outcome import before
from lab.cli.app import lab
from lobby import known, seeking  # noqa: F401 - seats that look for each other are heard where rooms are
from lobby.bots import RoomBots
from lobby.broadcast import ALL
from lobby.colours import COLOURS
from lobby.doctor import doctor
from lobby.finding import RoomTrouble, match_at
from lobby.identity import Identity, fingerprint, folder, fresh_identity, own_identity
from lobby.identity_cli import colour_named, colour_option, identity, named
from lobby.join import Begun, Joining, RoomView
from lobby.known import KnownPlayers
from lobby.listing import address_of, game_title, only_room, rooms
from lobby.orders import HELP, Orders
from lobby.plans import GuestPlan, HostPlan
from lobby.profile import login_name, passing_name, read_profile
from lobby.ratings import ratings
from lobby.responder import Notice
from lobby.seating import Place, RoomTable
from lobby.timer import PLAY, TIMEOUT, TIMER, USUAL
from lobby.tournament.cli import tournament
from net.addresses import PORT, Address, BadAddress, parsed
from net.cli import app, outfile, setting, watch
from net.cli.peer import Telling, end_with_parent, finish, in_signs, invite_code, reporter, to_parent, to_person
from net.cli.waiting import Lookout
from net.entry_log import EntryLogInUse
from net.genesis import BadCard
from net.invite import CODE_VARIABLE, BadCode, aloud, invitation, new_code, read_invitation, shown
from net.match import PeerOutcome, run_peer
from net.outlet import Json, say
from net.peer import PortBusy, UdpPeer
from net.peer import run as run_loop
from net.qr import modules
from net.reasons import reason

Plan = HostPlan | GuestPlan
P = TypeVar("P", HostPlan, GuestPlan)
window: Callable[[Plan, Sequence[str]], int | None] | None = None
"""Opens the window on a room to be opened, with these bots, or to go to; its exit code, or None if it cannot be opened.
None where there is none at all.
"""


def _common(command: Any) -> Any:
    for option in reversed(
        (
            click.option("--name", default="", metavar="NAME", help="What you are called; else as in tether identity."),
            colour_option(),
            click.option("--throw-away", is_flag=True, help="Under another name and another key, for this once."),
            click.option("--bot", default="", metavar="NAME", help="Lets a bot play your seat, in the terminal."),
            click.option("--faction", default="", metavar="NAME", help="The faction that the bot prefers."),
            click.option("--listen", default=ALL, metavar="ADDRESS", help="The own address to listen on; usually all."),
            click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keeps the record."),
            click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keeps log and keys there."),
            click.option("--terminal", is_flag=True, help="Opens no window; a bot plays."),
            click.option("--json", "as_json", is_flag=True, help="The same, and prints JSON instead of words."),
            click.option("--told", is_flag=True, hidden=True, help="Tells the process that started this one."),
        )
    ):
        command = option(command)
    return command


@click.command(
    epilog="\b\nExamples:\n"
    "  tether host                                   four seats, a new invite code\n"
    "  tether host --seats 3 --bots normal           one seat for a bot, one for a guest\n"
    "  tether host --terminal --open --seats 2       no window, no code\n"
    "  tether host --throw-away --colour green       nobody knows that it is you\n"
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
    help="Seconds for a choice before the window says that the table waits; 0: none.",
)
@click.option(
    "--timeout",
    default=TIMEOUT.default,
    show_default=True,
    type=click.Choice([str(value) for value in TIMEOUT.values]),
    help="What the window of who has not chosen does then: say so, or play the default.",
)
@click.option(
    "--port", type=setting.PORT_NUMBER, default=PORT, show_default=True, help="The UDP port of the room; 0: any."
)
@click.option("--code", default="", envvar=CODE_VARIABLE, metavar="CODE", help="This invite code, not a new one.")
@click.option("--open", "is_open", is_flag=True, help="No invite code: whoever reaches the port may join.")
@click.option("--qr", "picture", is_flag=True, help="Shows the way in as a QR picture as well, in the terminal.")
@_common
def host(
    game: str,
    seats: int,
    settings: tuple[str, ...],
    bots: str,
    timer: str,
    timeout: str,
    port: int,
    code: str,
    is_open: bool,
    picture: bool,
    **rest: Any,
) -> int:
    """Opens a room, and tells the address and the invite code with which others join it."""
    found = setting.find_game(game)
    setting.check_seats(found, seats)
    options = setting.read_options(found, settings)
    others = setting.read_bots(bots, len(bots.split(","))) if bots else []
    if len(others) >= seats:
        raise click.UsageError(f"{len(others)} bots and you do not fit into {seats} seats")
    code = "" if is_open else invite_code(code) or new_code()
    seconds = -int(timer) if timeout == PLAY else int(timer)
    plan = HostPlan(found, seats, options, "", port, code, host=rest["listen"], timer=seconds)
    return _window(_as_somebody(plan, rest), others, rest, picture)


@click.command(
    epilog="\b\nExamples:\n"
    "  tether join                                   the only room on this network, else lists them\n"
    "  tether join 192.168.1.11 --code K7Q2M-9XTR4\n"
    "  tether join 192.168.1.11 --code 'nimble railway oval velvet robin'\n"
    "  tether join 'tether:192.168.1.11:47801#K7Q2M-9XTR4'   what a QR picture says\n"
    "  tether join '[fd00::2]:47802'                 IPv6, another port, an open room\n"
    "  tether join 192.168.1.11 --bot hard           a bot plays, in the terminal\n"
)
@click.argument("address", default="")
@click.option("--code", default="", envvar=CODE_VARIABLE, metavar="CODE", help="The room's invite code.")
@click.option(
    "--port", type=setting.PORT_NUMBER, default=0, metavar="PORT", help="The own UDP port; usually any that is free."
)
@click.option("--by", default="", hidden=True, help="The identity of who has brought this bot.")
@_common
def join(address: str, code: str, port: int, by: str, **rest: Any) -> int:
    """Goes to the room at ADDRESS, as somebody in it tells it, and takes a seat; without an address to the only one
    that is heard of on this network.
    """
    code = invite_code(code)
    try:
        address, with_it = read_invitation(address or _heard(rest["listen"], code))
        where = parsed(address)
    except (BadAddress, BadCode) as bad:
        raise click.UsageError(str(bad)) from None
    try:
        brought_by = bytes.fromhex(by)
    except ValueError:
        raise click.UsageError(f"--by {by}: not an identity") from None
    plan = GuestPlan(where, "", code or with_it, port, host=rest["listen"], by=brought_by)
    return _window(_as_somebody(plan, rest), (), rest)


for command in (host, join, rooms, tournament, ratings, identity, doctor, lab):
    app.cli.add_command(command)


def _heard(listen: str, code: str) -> str:
    """The address of the only room that is heard of; says which one it is."""
    heard = only_room(listen)
    address = address_of(heard)
    if heard.announcement.notice.closed and not code:
        raise click.ClickException(
            f"The room at {address} has an invite code: tether join {_quoted(address)} --code CODE"
        )
    say(
        f"{heard.announcement.notice.name}'s room at {address}: {game_title(heard.announcement.notice.game)}.", err=True
    )
    return address


def _find_room(where: Address, code: str) -> tuple[bytes, bytes]:
    """The room at an address and its match, once it has begun."""

    told: list[Notice] = []

    def wait(notice: Notice) -> None:
        if not told:
            say(f"The match of {notice.name}'s room has not begun yet; waiting for it.", err=True)
        told.append(notice)

    try:
        return run_loop(match_at(where, code, wait))
    except RoomTrouble as wrong:
        raise click.ClickException(str(wrong)) from None


watch.find_room = _find_room


def run(args: Sequence[str] | None = None) -> int:
    """Runs a command; its exit code."""
    return app.run(args)


def _window(plan: Plan, bots: Sequence[str], rest: Json, picture: bool = False) -> int:
    """In the window, or if that is not wanted or not possible, by a bot in the terminal."""
    code = None
    if window is not None and not any(rest[name] for name in ("bot", "terminal", "as_json", "told")):
        code = window(plan, bots)
    if code is not None:
        return code
    plan = replace(plan, name=plan.name or login_name(), bot=rest["bot"] or setting.DEFAULT_BOT)
    return _go(plan, bots, rest, picture)


def _as_somebody(plan: P, rest: Json) -> P:
    """The plan of who is asked for by name, colour and `--throw-away`; else of whom the profile says. A bot that
    somebody brings has no profile.
    """
    name, colour, secret = named(rest["name"]), colour_named(rest["colour"]), rest["throw_away"]
    if secret or rest["told"]:
        return replace(plan, name=name or (passing_name() if secret else ""), colour=colour, throw_away=secret)
    profile = read_profile(folder())
    return replace(plan, name=name or profile.name, colour=colour if rest["colour"] else profile.colour)


def _identity(plan: Plan, told: bool) -> Identity:
    """The own key; a fresh one for a bot that somebody brings, for this once, or where none can be kept."""
    if told or plan.throw_away:
        return fresh_identity()
    try:
        return own_identity(folder())
    except (OSError, ValueError) as wrong:
        say(f"Your identity is of no use, here is another one for this once: {reason(wrong)}", err=True)
        return fresh_identity()


def _go(plan: Plan, bots: Sequence[str], rest: Json, picture: bool) -> int:
    """Plays in the terminal."""
    out, told, as_json = rest["out"], rest["told"], rest["as_json"]
    outfile.check(out)
    tell = to_parent if told or as_json else to_person
    (who,) = setting.read_bots(plan.bot, 1)
    (wanted,) = setting.read_factions(rest["faction"], 1)
    player = Telling(setting.make_player(who, wanted, None, 1), tell)
    if told:
        threading.Thread(target=end_with_parent, daemon=True).start()
    me = _identity(plan, told)
    screen = Told(tell, told, None if told else KnownPlayers(folder() / known.FILE), picture)
    joining = Joining(plan, me, screen, player, rest["keep"], screen.known)
    members = RoomBots(lambda words: tell("noted", words=f"A bot: {words}"), None, me.key, joining.bring)
    if isinstance(plan, HostPlan):
        screen.on_open = lambda: members.add_all(joining.contact, plan.code, bots)
    if told:
        tell("member", identity=me.key.hex())
    try:
        outcome = run_loop(_play(joining, screen))
    except (PortBusy, RoomTrouble, OSError, BadCard, EntryLogInUse, ValueError) as wrong:
        tell("failed", words=reason(wrong))
        raise click.ClickException(reason(wrong)) from None
    finally:
        members.end()
    if outcome is None or screen.game is None:
        return 0
    outfile.keep(out, outcome.record)
    return finish(screen.game, outcome, tell, told or as_json)


async def _play(joining: Joining, screen: Told) -> PeerOutcome | None:
    begun = await joining.run()
    if begun is None:
        return None
    screen.game = begun.config.game
    table = joining.room.table if joining.room is not None else None
    names = [place.name for place in table.seated] if table is not None else []
    return await _play_on(begun, screen, names)


async def _play_on(begun: Begun, screen: Told, names: Sequence[str]) -> PeerOutcome:
    begun.config.report = reporter(begun.config.game, screen.tell)
    if not screen.quiet:
        looks = Lookout(screen.tell, names=names)
        orders = Orders(screen.tell)
        if sys.stdin is not None and sys.stdin.isatty():
            orders.listen()
            screen.tell("noted", words=HELP)

        def look(peer: UdpPeer) -> None:
            orders.carry_out(peer)
            looks.playing(peer)

        begun.config.look = look
    try:
        return await run_peer(begun.config, begun.sock, begun.links, begun.before)
    finally:
        begun.close()


class Told:
    """Says in the terminal what happens in a room."""

    def __init__(
        self, tell: Callable[..., None], quiet: bool, known: KnownPlayers | None = None, picture: bool = False
    ) -> None:
        self.tell, self.quiet, self.known, self._picture = tell, quiet, known, picture
        self.game: Game | None = None
        self.on_open: Callable[[], object] | None = None
        """What is done once the own room is open; None for somebody else's."""
        self._words = self._before = ""
        self._seats: dict[int, str] = {}

    def __call__(self, view: RoomView) -> None:
        """Who comes and goes; and how others find a room that has just been opened."""
        if self.on_open is not None and view.table is not None:
            self._say_address(view)
            self.on_open()
            self.on_open = None
        if self.quiet:
            return
        if view.table is not None:
            self._say_before(view.table)
        places = view.table.places if view.table is not None else ()
        seats = {s: self._who(p, view.identity) for s, p in enumerate(places, 1) if p is not None}
        for seat in sorted(self._seats.keys() | seats.keys()):
            if seats.get(seat) != self._seats.get(seat):
                self._say(f"Seat {seat}: {seats.get(seat, 'free')}", seat=seat)
        self._seats = seats
        if view.words != self._words:
            self._words = view.words
            self._say(view.words)

    def _say(self, words: str, **fields: Any) -> None:
        self.tell("room", words=words, **fields)

    def _say_before(self, table: RoomTable) -> None:
        """What is to be known before such a match."""
        words = before(GAMES[table.game], len(table.places))
        if words != self._before:
            self._before = words
            self._say(words or "Everybody plays for himself.")

    def _who(self, place: Place, own: bytes) -> str:
        """Somebody with fingerprint, colour, and what is known of it."""
        met = ""
        if self.known is not None and place.person and place.identity != own:
            met = f" {self.known.words(place.name, place.identity)}"
        return f"{place.name} ({fingerprint(place.identity)}, {COLOURS[place.colour - 1]}){met}"

    def _say_address(self, view: RoomView) -> None:
        if self.quiet:
            return
        for address in view.addresses:
            words = f"Others join with: tether join {_quoted(address)}{_code(view.code)}"
            self._say(words, address=address, code=shown(view.code) if view.code else "")
        if view.code:
            self._say(f"The code to be read aloud: {aloud(view.code)}")
        if self._picture and view.addresses:
            for line in in_signs(modules(invitation(view.addresses[0], view.code))):
                self._say(line)


def _quoted(address: str) -> str:
    return f"'{address}'" if address.startswith("[") else address


def _code(code: str) -> str:
    return f" --code {shown(code)}" if code else ""
