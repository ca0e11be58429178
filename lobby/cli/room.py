"""Commands `tether host` and `tether join`: a match in a room that others find by its address.

In the terminal, a bot plays this player's seat. A program with a window sets `window`, and both commands then open it.
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
from lobby.cli.identity import colour_number, parse_name
from lobby.discovery.listing import find_only_room, room_address
from lobby.discovery.probe import MatchHasBegun, RoomTrouble, wait_for_match
from lobby.discovery.responder import Notice
from lobby.hand_out.hand_out import HandOutStatus
from lobby.hand_out.text import status_lines as lines_of_offer
from lobby.players import known_players as known
from lobby.players.colours import COLOURS
from lobby.players.game_titles import game_title
from lobby.players.identity import Identity, fingerprint, identity_folder, load_own_identity, new_identity
from lobby.players.known_players import KnownPlayers
from lobby.players.profile import login_name, random_name, read_profile
from lobby.room.bots import RoomBots
from lobby.room.join import RoomClient, RoomView, StartedMatch
from lobby.room.join_plan import GuestPlan, HostPlan
from lobby.room.seating import RoomSeat, RoomTable
from lobby.room.timer import PLAY
from lobby.tournament.app import text  # noqa: F401 - so that `tether verify` knows tournaments
from net.channels.addresses import Address, BadAddress, parse_invited_addresses
from net.cli.arguments import options as setting
from net.cli.arguments import outfile
from net.cli.games.rules import game_of_ruleset
from net.cli.matches import watch
from net.cli.matches.peer import (
    ReportingPlayer,
    check_open,
    draw_qr_picture,
    end_with_parent,
    invite_code,
    make_reporter,
    print_as_json,
    print_as_text,
    report_result,
)
from net.cli.matches.resume import resume_match
from net.cli.matches.seat_match import STAYS, SeatRun
from net.cli.matches.waiting import AwaitedReporter
from net.crypto.invite import BadCode, format_code, format_invitation, format_words, new_code, read_invitation
from net.match.genesis import BadCard
from net.replication.entry_log import EntryLogInUse
from net.session.kept_matches import BOTS, find_match, resumable_matches, usable_matches_folder
from net.session.kept_matches import matches_folder as kept_folder
from net.session.peer_config import PeerOutcome
from net.session.runner import run_peer
from net.system.exit_signals import ExitRequest
from net.text.errors import error_reason, error_reason_with_file
from net.text.qr import make_modules
from net.text.sanitizer import print_lines
from net.transport.udp import PortBusy, UdpPeer
from net.transport.udp import run as run_loop

Plan = HostPlan | GuestPlan
P = TypeVar("P", HostPlan, GuestPlan)
window: Callable[[Plan, Sequence[str]], int | None] | None = None
"""Function that opens a room in the window, to host or to join it, with these bots.

It returns the exit code, or None if the window cannot be opened. It is None in a program without a window.
"""


class _SeatOptions(TypedDict):
    """Options of all commands that take a seat in a room."""

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
    **rest: Unpack[_SeatOptions],
) -> int:
    """Open a room; return the exit code."""
    found = game_of_ruleset(rules, game)
    setting.check_seats(found, seats)
    options = setting.read_options(found, settings)
    others = setting.read_bots(bots, len(bots.split(","))) if bots else []
    if len(others) >= seats:
        raise click.UsageError(f"{len(others)} bots and you do not fit into {seats} seats")
    check_open(is_open, code)
    code = "" if is_open else invite_code(code) or new_code()
    seconds = -int(timer) if timeout == PLAY else int(timer)
    plan = HostPlan(found, seats, options, "", port, code, host=rest["listen"], timer=seconds, hand_out=hand_out)
    return _play_in_window(_with_name_and_colour(plan, rest), others, rest, picture)


def join(address: str, code: str, port: int, by: str, **rest: Unpack[_SeatOptions]) -> int:
    """Join a room; return the exit code."""
    code = invite_code(code)
    try:
        address, with_it = read_invitation(address or _find_announced_room(rest["listen"], code, rest["keep"]))
        where, *others = parse_invited_addresses(address)
    except (BadAddress, BadCode) as bad:
        raise click.UsageError(str(bad)) from None
    try:
        brought_by = bytes.fromhex(by)
    except ValueError:
        raise click.UsageError(f"--by {by}: not an identity") from None
    plan = GuestPlan(where, "", code or with_it, port, host=rest["listen"], by=brought_by, others=tuple(others))
    return _play_in_window(_with_name_and_colour(plan, rest), (), rest)


def _find_announced_room(listen: str, code: str, keep: Path | None) -> str:
    """Return the address of a room that is announced on the network, after printing it.

    It is a room in which one of the user's saved matches continues, or else the only room with a free seat.
    """
    heard = find_only_room(listen, own=resumable_matches((keep, _matches_folder())))
    address, begun = room_address(heard), heard.announcement.notice.has_begun
    if heard.announcement.notice.closed and not code and not begun:
        raise click.ClickException(
            f"The room at {address} needs an invite code: tether join {_quote_address(address)} --code CODE"
        )
    print_lines(
        f"{heard.announcement.notice.name}'s room at {address}: {game_title(heard.announcement.notice.game)}.", err=True
    )
    return address


def _matches_folder() -> Path | None:
    try:
        return kept_folder()
    except OSError:
        return None


def _find_room(where: Address, code: str) -> tuple[bytes, bytes, Mapping[str, Game]]:
    """Return the room at an address: its id, the id of its match if that has begun, and the known games."""
    told: list[Notice] = []

    def wait(notice: Notice) -> None:
        if not told:
            print_lines(f"The match of {notice.name}'s room has not begun yet; waiting for it.", err=True)
        told.append(notice)

    try:
        found = run_loop(wait_for_match([where], code, wait))
    except RoomTrouble as wrong:
        raise click.ClickException(str(wrong)) from None
    return (b"", b"", GAMES) if found is None else (found.notice.room, found.notice.match, found.games)


watch.find_room = _find_room


def run(args: Sequence[str] | None = None) -> int:
    """Run a command line; return its exit code."""
    return commands.run(args)


def _play_in_window(plan: Plan, bots: Sequence[str], rest: _SeatOptions, picture: bool = False) -> int:
    """Play in the window; if that is not wanted or not possible, let a bot play in the terminal."""
    code = None
    if window is not None and not (rest["bot"] or rest["terminal"] or rest["as_json"] or rest["told"]):
        code = window(plan, bots)
    if code is not None:
        return code
    plan = replace(plan, name=plan.name or login_name(), bot=rest["bot"] or setting.DEFAULT_BOT)
    return _play_in_terminal(plan, bots, rest, picture)


def _with_name_and_colour(plan: P, rest: _SeatOptions) -> P:
    """Return the plan with the name and the colour under which to play.

    They are taken from the options and `--throw-away`, or else from the profile. A bot that a member brings has no
    profile.
    """
    name, colour, secret = parse_name(rest["name"]), colour_number(rest["colour"]), rest["throw_away"]
    if secret or rest["told"]:
        return replace(plan, name=name or (random_name() if secret else ""), colour=colour, throw_away=secret)
    profile = read_profile(identity_folder())
    return replace(plan, name=name or profile.name, colour=colour if rest["colour"] else profile.colour)


def _choose_identity(plan: Plan, told: bool) -> Identity:
    """Return this user's identity, or a new one.

    A new one is used for a bot that a member brings, for a single match with `--throw-away`, and on a computer that
    cannot save a key.
    """
    if told or plan.throw_away:
        return new_identity()
    try:
        found = load_own_identity(identity_folder())
    except (OSError, ValueError) as wrong:
        print_lines(f"Your identity cannot be used, so you play under a temporary one: {error_reason(wrong)}", err=True)
        return new_identity()
    if found.file is None:
        words = f"in this room you play under a new one, {fingerprint(found.key)}."
        print_lines(f"Another program here is using your key; {words}", err=True)
    return found


def _play_in_terminal(plan: Plan, bots: Sequence[str], rest: _SeatOptions, picture: bool) -> int:
    """Take part in a room in the terminal, where a bot plays; return the exit code."""
    out, told, as_json = rest["out"], rest["told"], rest["as_json"]
    outfile.check_writable(out)
    as_data = told or as_json
    tell = print_as_json if as_data else print_as_text
    (who,) = setting.read_bots(plan.bot, 1)
    (wanted,) = setting.read_factions(rest["faction"], 1)
    player = ReportingPlayer(setting.make_player(who, wanted, None, 1), tell)
    if told:
        threading.Thread(target=end_with_parent, daemon=True).start()
    me = _choose_identity(plan, told)
    screen = RoomReporter(tell, told, None if told else KnownPlayers(identity_folder() / known.FILE), picture)
    keep = rest["keep"] if told or rest["keep"] is not None else _default_folder()
    joining = RoomClient(plan, me, screen, player, keep, screen.known)
    keep_bots = None if keep is None else keep / BOTS

    def on_bot_trouble(words: str) -> None:
        tell("noted", words=f"A bot: {words}")
        if members.not_started:
            joining.leave()

    members = RoomBots(on_bot_trouble, keep_bots, me.key, joining.seat_bot)
    if isinstance(plan, HostPlan):
        screen.on_open = lambda: members.add_all(joining.contact, plan.code, bots)
    if told:
        tell("member", identity=me.key.hex())

    def end(outcome: PeerOutcome) -> int:
        return report_result(begun_game(joining), outcome, tell, as_data)

    leaving = ExitRequest()
    leaving.on_signal = joining.leave
    tidy = rest["keep"] is None
    sitting = SeatRun(tell, end, leaving, out, 0.0 if as_data else STAYS, tidy)
    try:
        with leaving:
            code = run_loop(_stay_in_room(joining, screen, sitting))
    except MatchHasBegun as begun:
        home = find_match(begun.match, (rest["keep"], keep)) if not told else None
        if home is None:
            tell("failed", words=error_reason(begun))
            raise click.ClickException(error_reason(begun)) from None
        print_lines("You have a seat in the match there: resuming it.", err=True)
        return resume_match(home, [begun.where], bot=rest["bot"], out=out, as_json=as_json)
    except (PortBusy, RoomTrouble, OSError, BadCard, EntryLogInUse, ValueError) as wrong:
        tell("failed", words=error_reason_with_file(wrong))
        raise click.ClickException(error_reason_with_file(wrong)) from None
    finally:
        members.end()
    if code is None and members.not_started:
        words = f"A bot cannot start: {members.not_started}"
        tell("failed", words=words)
        raise click.ClickException(words)
    if code is None and leaving.received:
        tell("stopped", words="Stopped. You have left the room.")
        return leaving.exit_code
    return code or 0


def begun_game(joining: RoomClient) -> Game:
    """Return the game whose match has begun in a room."""
    assert joining.game is not None
    return joining.game


def _default_folder() -> Path | None:
    """Return the folder in which a match is saved if the user has named none.

    If it cannot be used, print the reason and return None.
    """
    try:
        return usable_matches_folder()
    except OSError as wrong:
        print_lines(f"The match cannot be saved: {error_reason(wrong)}", err=True)
        return None


async def _stay_in_room(joining: RoomClient, screen: RoomReporter, sitting: SeatRun) -> int | None:
    begun = await joining.run()
    if begun is None:
        return None
    table = joining.room.table if joining.room is not None else None
    names = [place.name for place in table.seated_members] if table is not None else []
    return await _play_match(begun, screen, names, sitting)


async def _play_match(begun: StartedMatch, screen: RoomReporter, names: Sequence[str], sitting: SeatRun) -> int:
    begun.config.on_report = make_reporter(begun.config.game, screen.tell, begun.config.seat)
    if not screen.quiet:
        kept = begun.config.directory is not None
        looks = AwaitedReporter(screen.tell, names=names, kept=kept, stay=sitting.stay)
        orders = ConsoleCommands(screen.tell)
        if sys.stdin is not None and sys.stdin.isatty():
            orders.read_lines()
            screen.tell("noted", words=HELP)

        def look(peer: UdpPeer) -> None:
            orders.execute(peer)
            looks.update_from_peer(peer)

        begun.config.on_tick = look
    try:
        return await sitting.run(begun.config, lambda c: run_peer(c, begun.sock, begun.links, begun.wrap_transport))
    finally:
        begun.close()


class RoomReporter:
    """Printer of the events of a room in the terminal."""

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
        self._offer: HandOutStatus | None = None
        """State of handing out that was printed last."""

    def __call__(self, view: RoomView) -> None:
        """Print which members arrive and leave and, when the room opens, how others can join it."""
        if self.on_open is not None and view.table is not None:
            self._report_address(view)
            self._addresses = view.addresses
            self.on_open()
            self.on_open = None
        if self.quiet or self._is_entering(view):
            return
        if self._addresses is not None and self._addresses != view.addresses:
            self._addresses = view.addresses
            self._report_new_address(view)
        if view.hands_out is not None and view.hands_out != self._offer:
            self._report_offer(view.hands_out)
            self._offer = view.hands_out
        if view.table is not None:
            if view.changes != self._changes:
                self._changes = view.changes
                self._report(f"{game_title(view.table.game)}. What is changed:", changes=list(view.changes))
                for words in view.changes:
                    self._report(f"  {words}")
            self._report_notes_before_play(view.table)
            self._report_departures(view, view.table)
        places = view.table.places if view.table is not None else ()
        seats = {s: self._describe_member(p, view.identity) for s, p in enumerate(places, 1) if p is not None}
        for seat in sorted(self._seats.keys() | seats.keys()):
            if seats.get(seat) != self._seats.get(seat):
                self._report(f"Seat {seat}: {seats.get(seat, 'free')}", seat=seat)
        self._seats = seats
        if view.notes != self._aside:
            self._aside = view.notes
            if view.notes:
                self._report(view.notes)
        if view.status != self._words:
            self._words = view.status
            self._report(view.status)

    def _is_entering(self, view: RoomView) -> bool:
        """Return True while a newcomer knows the settings of a room but not its members yet."""
        self._is_in = self._is_in or view.table is None or bool(view.seat) or view.table.is_full
        held_back, self._is_in = not self._is_in, self._is_in and view.table is not None
        return held_back

    def _report_departures(self, view: RoomView, table: RoomTable) -> None:
        there = {place.identity: place.name for place in (*table.seated_members, *table.standing)}
        there.pop(view.identity, None)
        for one in self._there.keys() - there.keys():
            name = self._there[one]
            if one in view.gone:
                self._report(f"{name} has left.")
            else:
                self._report(f"{name} is disconnected.")
        self._there = there

    def _report_new_address(self, view: RoomView) -> None:
        for address in view.addresses[:1]:
            arguments = f"{_quote_address(address)}{_code_argument(view.code)}"
            words = f"The room's address has changed. Others can now join with: tether join {arguments}"
            self._report(words, address=address, code=format_code(view.code) if view.code else "")
        for address in view.addresses[1:]:
            self._report(f"or with: tether join {_quote_address(address)}{_code_argument(view.code)}", address=address)
        self._report_invitation(view)

    def _report(self, words: str, **fields: object) -> None:
        self.tell("room", words=" ".join(words.splitlines()), **fields)

    def _report_notes_before_play(self, table: RoomTable) -> None:
        """Print the notes that a player should read before such a match."""
        words = match_notice(GAMES[base_name(table.game)], len(table.places))
        if words != self._before:
            self._before = words
            self._report(words or "Everyone plays for themselves.")

    def _describe_member(self, place: RoomSeat, own: bytes) -> str:
        """Return a member's name with the fingerprint, the colour and any knowledge about the key."""
        met = ""
        if self.known is not None and place.is_person and place.identity != own:
            met = f" {self.known.standing_text(place.name, place.identity)}"
        return f"{place.name} ({fingerprint(place.identity)}, {COLOURS[place.colour - 1]}){met}"

    def _report_address(self, view: RoomView) -> None:
        if self.quiet:
            return
        for address in view.addresses:
            words = f"Others join with: tether join {_quote_address(address)}{_code_argument(view.code)}"
            self._report(words, address=address, code=format_code(view.code) if view.code else "")
        if view.code:
            self._report(f"Spoken code: {format_words(view.code)}")
        self._report_invitation(view)
        if self._picture and view.invited:
            for line in draw_qr_picture(make_modules(format_invitation(view.invited, view.code))):
                self._report(line)

    def _report_offer(self, offer: HandOutStatus) -> None:
        """Print how a guest without Tether can download it here."""
        before = self._offer
        if before is not None and offer.urls and (before.urls, before.files) == (offer.urls, offer.files):
            self._report(offer.words)
            return
        for line in lines_of_offer(offer):
            self._report(line)
        if self._picture and offer.urls:
            self._report("The page for a guest without Tether, as a picture:")
            for line in draw_qr_picture(make_modules(offer.urls[0])):
                self._report(line)

    def _report_invitation(self, view: RoomView) -> None:
        """Print the invitation if it contains two addresses, which guests on two networks need."""
        if len(view.invited) > 1:
            words = format_invitation(view.invited, view.code)
            self._report(f"Or with an invitation that works in both networks: tether join '{words}'")


def _quote_address(address: str) -> str:
    return f"'{address}'" if address.startswith("[") else address


def _code_argument(code: str) -> str:
    return f" --code {format_code(code)}" if code else ""
