"""Commands `tether host` and `tether join`: a match with others, who find it by its address.

In the terminal, a bot plays this player's seat. If the program has a window, it sets `window`, and both commands open
it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, TypeVar, Unpack

import click

from core.engine.fork import base_name
from core.engine.game import Game
from core.engine.text.outcome import match_notice
from core.games.registry import GAMES
from lobby.cli import commands
from lobby.cli.console_commands import HELP, ConsoleCommands
from lobby.cli.identity import colour_named, named
from lobby.discovery.listing import address_of, game_title, only_room
from lobby.discovery.probe import HasBegun, RoomTrouble, match_at
from lobby.discovery.responder import Notice
from lobby.hand_out.hand_out import Offer
from lobby.hand_out.text import lines as lines_of_offer
from lobby.players import known_players as known
from lobby.players.colours import COLOURS
from lobby.players.identity import Identity, fingerprint, folder, fresh_identity, own_identity
from lobby.players.known_players import KnownPlayers
from lobby.players.profile import login_name, passing_name, read_profile
from lobby.room.bots import RoomBots
from lobby.room.join import RoomClient, RoomView, StartedMatch
from lobby.room.join_plan import GuestPlan, HostPlan
from lobby.room.seating import RoomSeat, RoomTable
from lobby.room.timer import PLAY
from lobby.tournament.app import text  # noqa: F401 - so that `tether verify` knows tournaments
from net.channels.addresses import Address, BadAddress, parse_invited
from net.cli.arguments import options as setting
from net.cli.arguments import outfile
from net.cli.games.rules import game_by
from net.cli.matches import watch
from net.cli.matches.peer import (
    ReportingPlayer,
    check_open,
    end_with_parent,
    finish,
    in_signs,
    invite_code,
    reporter,
    to_parent,
    to_person,
)
from net.cli.matches.resume import go_on
from net.cli.matches.seat_match import STAYS, SeatRun
from net.cli.matches.waiting import AwaitedReporter
from net.crypto.invite import BadCode, format_code, format_words, invitation, new_code, read_invitation
from net.match.genesis import BadCard
from net.replication.entry_log import EntryLogInUse
from net.session.kept_matches import BOTS, of_match, to_resume, usable_folder
from net.session.kept_matches import folder as kept_folder
from net.session.peer_config import PeerOutcome
from net.session.runner import run_peer
from net.system.exit_signals import Leaving
from net.text.errors import reason, reason_with_file
from net.text.qr import modules
from net.text.sanitizer import print_lines
from net.transport.udp import PortBusy, UdpPeer
from net.transport.udp import run as run_loop

Plan = HostPlan | GuestPlan
P = TypeVar("P", HostPlan, GuestPlan)
window: Callable[[Plan, Sequence[str]], int | None] | None = None
"""Callback that opens the window on a room, to host or to join it, with these bots.

It returns the exit code, or None if the window cannot be opened. The value is None if the program has no window.
"""


class _Sitting(TypedDict):
    """Options of every command that takes a seat in a room."""

    name: str
    colour: str
    throw_away: bool
    bot: str
    faction: str
    listen: str
    out: Path | None
    keep: Path | None
    terminal: bool
    as_json: bool
    told: bool


def host(
    game: str,
    seats: int,
    settings: tuple[str, ...],
    bots: str,
    timer: float,
    timeout: str,
    port: int,
    code: str,
    is_open: bool,
    picture: bool,
    hand_out: bool,
    rules: Path | None = None,
    **rest: Unpack[_Sitting],
) -> int:
    """Open a room; return the exit code."""
    found = game_by(rules, game)
    setting.check_seats(found, seats)
    options = setting.read_options(found, settings)
    others = setting.read_bots(bots, len(bots.split(","))) if bots else []
    if len(others) >= seats:
        raise click.UsageError(f"{len(others)} bots and you do not fit into {seats} seats")
    check_open(is_open, code)
    code = "" if is_open else invite_code(code) or new_code()
    seconds = -int(timer) if timeout == PLAY else int(timer)
    plan = HostPlan(found, seats, options, "", port, code, host=rest["listen"], timer=seconds, hand_out=hand_out)
    return _window(_as_somebody(plan, rest), others, rest, picture)


def join(address: str, code: str, port: int, by: str, **rest: Unpack[_Sitting]) -> int:
    """Join a room; return the exit code."""
    code = invite_code(code)
    try:
        address, with_it = read_invitation(address or _heard(rest["listen"], code, rest["keep"]))
        where, *others = parse_invited(address)
    except (BadAddress, BadCode) as bad:
        raise click.UsageError(str(bad)) from None
    try:
        brought_by = bytes.fromhex(by)
    except ValueError:
        raise click.UsageError(f"--by {by}: not an identity") from None
    plan = GuestPlan(where, "", code or with_it, port, host=rest["listen"], by=brought_by, others=tuple(others))
    return _window(_as_somebody(plan, rest), (), rest)


def _heard(listen: str, code: str, keep: Path | None) -> str:
    """Return the address of a room found on the network, and print it.

    It is a room in which a kept match goes on, or else the only announced room.
    """
    heard = only_room(listen, own=to_resume((keep, _own_matches())))
    address, begun = address_of(heard), heard.announcement.notice.begun
    if heard.announcement.notice.closed and not code and not begun:
        raise click.ClickException(
            f"The room at {address} needs an invite code: tether join {_quote_address(address)} --code CODE"
        )
    print_lines(
        f"{heard.announcement.notice.name}'s room at {address}: {game_title(heard.announcement.notice.game)}.", err=True
    )
    return address


def _own_matches() -> Path | None:
    try:
        return kept_folder()
    except OSError:
        return None


def _find_room(where: Address, code: str) -> tuple[bytes, bytes, Mapping[str, Game]]:
    """Return the id of the room at an address, the id of its match if that has begun, and the games to know."""
    told: list[Notice] = []

    def wait(notice: Notice) -> None:
        if not told:
            print_lines(f"The match of {notice.name}'s room has not begun yet; waiting for it.", err=True)
        told.append(notice)

    try:
        found = run_loop(match_at([where], code, wait))
    except RoomTrouble as wrong:
        raise click.ClickException(str(wrong)) from None
    return (b"", b"", GAMES) if found is None else (found.notice.room, found.notice.match, found.games)


watch.find_room = _find_room


def run(args: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    return commands.run(args)


def _window(plan: Plan, bots: Sequence[str], rest: _Sitting, picture: bool = False) -> int:
    """Play in the window; if that is not wanted or not possible, let a bot play in the terminal."""
    code = None
    if window is not None and not (rest["bot"] or rest["terminal"] or rest["as_json"] or rest["told"]):
        code = window(plan, bots)
    if code is not None:
        return code
    plan = replace(plan, name=plan.name or login_name(), bot=rest["bot"] or setting.DEFAULT_BOT)
    return _go(plan, bots, rest, picture)


def _as_somebody(plan: P, rest: _Sitting) -> P:
    """Return the plan with the name and the colour under which to play.

    They come from the options and `--throw-away`, or else from the profile. A bot that a member brings has no profile.
    """
    name, colour, secret = named(rest["name"]), colour_named(rest["colour"]), rest["throw_away"]
    if secret or rest["told"]:
        return replace(plan, name=name or (passing_name() if secret else ""), colour=colour, throw_away=secret)
    profile = read_profile(folder())
    return replace(plan, name=name or profile.name, colour=colour if rest["colour"] else profile.colour)


def _identity(plan: Plan, told: bool) -> Identity:
    """Return this user's identity, or a new one.

    A bot that a member brings gets a new one. So does a single match with `--throw-away`, and a computer that cannot
    keep a key.
    """
    if told or plan.throw_away:
        return fresh_identity()
    try:
        found = own_identity(folder())
    except (OSError, ValueError) as wrong:
        print_lines(f"Your identity cannot be used, so you play under a temporary one: {reason(wrong)}", err=True)
        return fresh_identity()
    if found.file is None:
        words = f"in this room you play under a new one, {fingerprint(found.key)}."
        print_lines(f"Another program here is using your key; {words}", err=True)
    return found


def _go(plan: Plan, bots: Sequence[str], rest: _Sitting, picture: bool) -> int:
    """Let a bot play in the terminal."""
    out, told, as_json = rest["out"], rest["told"], rest["as_json"]
    outfile.check(out)
    as_data = told or as_json
    tell = to_parent if as_data else to_person
    (who,) = setting.read_bots(plan.bot, 1)
    (wanted,) = setting.read_factions(rest["faction"], 1)
    player = ReportingPlayer(setting.make_player(who, wanted, None, 1), tell)
    if told:
        threading.Thread(target=end_with_parent, daemon=True).start()
    me = _identity(plan, told)
    screen = RoomReporter(tell, told, None if told else KnownPlayers(folder() / known.FILE), picture)
    keep = rest["keep"] if told or rest["keep"] is not None else _keep()
    joining = RoomClient(plan, me, screen, player, keep, screen.known)
    keep_bots = None if keep is None else keep / BOTS
    members = RoomBots(lambda words: tell("noted", words=f"A bot: {words}"), keep_bots, me.key, joining.bring)
    if isinstance(plan, HostPlan):
        screen.on_open = lambda: members.add_all(joining.contact, plan.code, bots)
    if told:
        tell("member", identity=me.key.hex())

    def end(outcome: PeerOutcome) -> int:
        return finish(begun_game(joining), outcome, tell, as_data)

    leaving = Leaving()
    leaving.at_once = joining.leave
    tidy = rest["keep"] is None
    sitting = SeatRun(tell, end, leaving, out, 0.0 if as_data else STAYS, tidy)
    try:
        with leaving:
            code = run_loop(_play(joining, screen, sitting))
    except HasBegun as begun:
        home = of_match(begun.match, (rest["keep"], keep)) if not told else None
        if home is None:
            tell("failed", words=reason(begun))
            raise click.ClickException(reason(begun)) from None
        print_lines("You have a seat in the match there: resuming it.", err=True)
        return go_on(home, [begun.where], bot=rest["bot"], out=out, as_json=as_json)
    except (PortBusy, RoomTrouble, OSError, BadCard, EntryLogInUse, ValueError) as wrong:
        tell("failed", words=reason_with_file(wrong))
        raise click.ClickException(reason_with_file(wrong)) from None
    finally:
        members.end()
    if code is None and leaving.asked:
        tell("stopped", words="Stopped. You have left the room.")
        return leaving.code
    return code or 0


def begun_game(joining: RoomClient) -> Game:
    """Return the game that a room has begun to play."""
    assert joining.game is not None
    return joining.game


def _keep() -> Path | None:
    """Return the folder for a match for which none was given.

    Returns None, and prints the reason, if the folder cannot be used.
    """
    try:
        return usable_folder()
    except OSError as wrong:
        print_lines(f"The match cannot be saved: {reason(wrong)}", err=True)
        return None


async def _play(joining: RoomClient, screen: RoomReporter, sitting: SeatRun) -> int | None:
    begun = await joining.run()
    if begun is None:
        return None
    table = joining.room.table if joining.room is not None else None
    names = [place.name for place in table.seated] if table is not None else []
    return await _play_on(begun, screen, names, sitting)


async def _play_on(begun: StartedMatch, screen: RoomReporter, names: Sequence[str], sitting: SeatRun) -> int:
    begun.config.report = reporter(begun.config.game, screen.tell, begun.config.seat)
    if not screen.quiet:
        kept = begun.config.directory is not None
        looks = AwaitedReporter(screen.tell, names=names, kept=kept, stay=sitting.stay)
        orders = ConsoleCommands(screen.tell)
        if sys.stdin is not None and sys.stdin.isatty():
            orders.listen()
            screen.tell("noted", words=HELP)

        def look(peer: UdpPeer) -> None:
            orders.carry_out(peer)
            looks.playing(peer)

        begun.config.look = look
    try:
        return await sitting.run(begun.config, lambda c: run_peer(c, begun.sock, begun.links, begun.before))
    finally:
        begun.close()


class RoomReporter:
    """Reporter that prints the events of a room in the terminal."""

    def __init__(
        self, tell: Callable[..., None], quiet: bool, known: KnownPlayers | None = None, picture: bool = False
    ) -> None:
        self.tell, self.quiet, self.known, self._picture = tell, quiet, known, picture
        self.on_open: Callable[[], object] | None = None
        """Callback that runs when our own room opens; None for a room of another member."""
        self._words = self._before = self._aside = ""
        self._changes: tuple[str, ...] = ()
        self._seats: dict[int, str] = {}
        self._there: dict[bytes, str] = {}
        """Names of all other members, by identity."""
        self._addresses: tuple[str, ...] | None = None
        """Addresses that were printed, if this member has opened the room; otherwise None."""
        self._is_in = False
        self._offer: Offer | None = None
        """State of handing out that was printed last."""

    def __call__(self, view: RoomView) -> None:
        """Print which members come and go, and print for a newly opened room how others can find it."""
        if self.on_open is not None and view.table is not None:
            self._say_address(view)
            self._addresses = view.addresses
            self.on_open()
            self.on_open = None
        if self.quiet or self._comes_in(view):
            return
        if self._addresses is not None and self._addresses != view.addresses:
            self._addresses = view.addresses
            self._say_new_address(view)
        if view.hands_out is not None and view.hands_out != self._offer:
            self._say_offer(view.hands_out)
            self._offer = view.hands_out
        if view.table is not None:
            if view.changes != self._changes:
                self._changes = view.changes
                self._say(f"{game_title(view.table.game)}. What is changed:", changes=list(view.changes))
                for words in view.changes:
                    self._say(f"  {words}")
            self._say_before(view.table)
            self._say_who_went(view, view.table)
        places = view.table.places if view.table is not None else ()
        seats = {s: self._who(p, view.identity) for s, p in enumerate(places, 1) if p is not None}
        for seat in sorted(self._seats.keys() | seats.keys()):
            if seats.get(seat) != self._seats.get(seat):
                self._say(f"Seat {seat}: {seats.get(seat, 'free')}", seat=seat)
        self._seats = seats
        if view.aside != self._aside:
            self._aside = view.aside
            if view.aside:
                self._say(view.aside)
        if view.words != self._words:
            self._words = view.words
            self._say(view.words)

    def _comes_in(self, view: RoomView) -> bool:
        """Return True while a newcomer knows the settings of a room but not its members yet."""
        self._is_in = self._is_in or view.table is None or bool(view.seat) or view.table.full
        held_back, self._is_in = not self._is_in, self._is_in and view.table is not None
        return held_back

    def _say_who_went(self, view: RoomView, table: RoomTable) -> None:
        there = {place.identity: place.name for place in (*table.seated, *table.standing)}
        there.pop(view.identity, None)
        for one in self._there.keys() - there.keys():
            name = self._there[one]
            if one in view.gone:
                self._say(f"{name} has left.")
            else:
                self._say(f"{name} is disconnected.")
        self._there = there

    def _say_new_address(self, view: RoomView) -> None:
        for address in view.addresses[:1]:
            words = f"The address is new. Others join with: tether join {_quote_address(address)}{_code(view.code)}"
            self._say(words, address=address, code=format_code(view.code) if view.code else "")
        for address in view.addresses[1:]:
            self._say(f"or with: tether join {_quote_address(address)}{_code(view.code)}", address=address)
        self._say_invitation(view)

    def _say(self, words: str, **fields: object) -> None:
        self.tell("room", words=" ".join(words.splitlines()), **fields)

    def _say_before(self, table: RoomTable) -> None:
        """Print the notes that a player needs before a match of this kind."""
        words = match_notice(GAMES[base_name(table.game)], len(table.places))
        if words != self._before:
            self._before = words
            self._say(words or "Everyone plays for themselves.")

    def _who(self, place: RoomSeat, own: bytes) -> str:
        """Return a member's name with the fingerprint, the colour and the facts known about the key."""
        met = ""
        if self.known is not None and place.person and place.identity != own:
            met = f" {self.known.words(place.name, place.identity)}"
        return f"{place.name} ({fingerprint(place.identity)}, {COLOURS[place.colour - 1]}){met}"

    def _say_address(self, view: RoomView) -> None:
        if self.quiet:
            return
        for address in view.addresses:
            words = f"Others join with: tether join {_quote_address(address)}{_code(view.code)}"
            self._say(words, address=address, code=format_code(view.code) if view.code else "")
        if view.code:
            self._say(f"Spoken code: {format_words(view.code)}")
        self._say_invitation(view)
        if self._picture and view.invited:
            for line in in_signs(modules(invitation(view.invited, view.code))):
                self._say(line)

    def _say_offer(self, offer: Offer) -> None:
        """Print how a guest without Tether gets it here."""
        before = self._offer
        if before is not None and offer.urls and (before.urls, before.files) == (offer.urls, offer.files):
            self._say(offer.words)
            return
        for line in lines_of_offer(offer):
            self._say(line)
        if self._picture and offer.urls:
            self._say("The page for a guest without Tether, as a picture:")
            for line in in_signs(modules(offer.urls[0])):
                self._say(line)

    def _say_invitation(self, view: RoomView) -> None:
        """Print the invitation if it has two addresses: it leads guests in from both networks."""
        if len(view.invited) > 1:
            words = invitation(view.invited, view.code)
            self._say(f"Or with an invitation that works in both networks: tether join '{words}'")


def _quote_address(address: str) -> str:
    return f"'{address}'" if address.startswith("[") else address


def _code(code: str) -> str:
    return f" --code {format_code(code)}" if code else ""
