"""Commands for rooms, players and tournaments: their texts and options, and the whole program.

The modules that do the work are loaded when a command runs (`net.cli.declarations`).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click

from lab.cli.app import lab
from lobby.cli import completion
from lobby.players.colours import COLOURS
from net.cli import app
from net.cli import commands as net_commands
from net.cli.arguments import shared_options
from net.cli.arguments.paths import Directory, InFile
from net.cli.arguments.value_types import MINUTE, Choice, Duration, DurationChoice, WholeNumber
from net.cli.declarations import Argument, Command, Group, Option

ALL_ADDRESSES = "::"
"""Host that stands for all addresses of this computer."""
TURN_TIMERS = (0, 30, 60, 90, 120, 180, 300)
TURN_TIMER = 60
LISTENS = 2.0
"""Seconds for which `tether rooms` listens for announcements."""
TOURNAMENT_PORT = 47820
KINDS = ("swiss", "round-robin", "knock-out")
MOST_ROUNDS, MOST_MINUTES, MOST_PLAYERS = 64, 24 * 60, 256
PASSPHRASE = "TETHER_PASSPHRASE"
"""Name of the environment variable that may contain a passphrase, for scripts."""
PARTS = {
    "verify": "lobby.tournament.app.text",
    "watch": "lobby.cli.room",
}
"""Modules of this layer that commands of a lower layer load to support rooms and tournaments."""


def _name_option(help: str = "Your name (default: from `tether identity`).") -> Option:
    return Option("--name", default="", metavar="NAME", help=help)


def _colour_option(help: str = "Your preferred colour") -> Option:
    return Option(
        "--colour", "--color", default="", type=Choice((*COLOURS, "any", "")), show_choices=False, metavar="COLOUR",
        help=f"{help}: {', '.join(COLOURS)}, or any.",
    )  # fmt: skip


def _listen_option(help: str = "Local address to listen on (default: all).") -> Option:
    return Option("--listen", default=ALL_ADDRESSES, metavar="ADDRESS", help=help)


def _seat_options() -> tuple[Option, ...]:
    """Return the options of all commands that take a seat in a room."""
    return (
        _name_option(),
        _colour_option(),
        Option("--throw-away", is_flag=True, help="Use a temporary name and key for this match only."),
        shared_options.bot_option(f"Let a bot play your seat, in the terminal: {shared_options.LEVELS}.", ""),
        Option(
            "--faction", default="", metavar="NAME", shell_complete=completion.complete_factions,
            help="Faction that the bot prefers.",
        ),
        _listen_option(),
        shared_options.out_option(),
        shared_options.keep_option("Save the match in DIRECTORY, not in your own folder."),
        Option("--terminal", is_flag=True, help="Open no window; a bot plays your seat."),
        Option("--json", "as_json", is_flag=True, help="Like --terminal, and print JSON instead of text."),
        shared_options.told_option(),
    )  # fmt: skip


host = Command(
    "host",
    "lobby.cli.room:host",
    shared_options.game_option(),
    Option("--seats", type=WholeNumber(), default=4, show_default=True, metavar="N", help="Number of seats."),
    shared_options.settings_option(),
    shared_options.ruleset_option(),
    shared_options.bots_option("Bots that take a seat at once.", ""),
    Option(
        "--timer", type=DurationChoice(*TURN_TIMERS), default=TURN_TIMER, show_default="60s", metavar="DURATION",
        help="Turn timer: 30s, 60s, 90s, 2min, 3min or 5min; 0 disables it.",
    ),
    Option(
        "--when-late", "timeout", type=Choice(("warn", "play")), default="warn", show_default=True, old=("--timeout",),
        help="What happens when the timer runs out: show a warning, or play the default move.",
    ),
    shared_options.port_option("UDP port of the room; 0 for any free one.", shared_options.PORT, shown=True),
    shared_options.code_option("Use this invite code instead of a new one.", envvar=shared_options.CODE_VARIABLE),
    Option("--open", "is_open", is_flag=True, help="No invite code: anyone who can reach the port may join."),
    Option("--qr", "picture", is_flag=True, help="Print the invitation as a QR code too."),
    Option("--hand-out", is_flag=True, help="Hand out Tether to guests who lack it, over HTTP on the same port."),
    *_seat_options(),
    summary="Open a room and print how others join it",
    help="Open a room and print the address and invite code that others need to join.",
    examples="  tether host                                   four seats, a new invite code\n"
    "  tether host --seats 3 --bots normal           one seat for a bot, one for a guest\n"
    "  tether host --terminal --open --seats 2       no window, no code\n"
    "  tether host --throw-away --colour green       play anonymously\n"
    "  tether host --hand-out                        a guest without Tether gets it from here",
)  # fmt: skip

join = Command(
    "join",
    "lobby.cli.room:join",
    Argument("address", default=""),
    shared_options.game_file_option(),
    shared_options.code_option(envvar=shared_options.CODE_VARIABLE),
    shared_options.port_option("Local UDP port (default: any free one)."),
    Option("--by", default="", hidden=True, help="Identity of the player who runs this bot."),
    *_seat_options(),
    summary="Join a room",
    help="Join the room at ADDRESS. Without ADDRESS, join the only room found on this network.",
    examples="  tether join                                   the only room on this network, else list them\n"
    "  tether join 192.168.1.11 --code K7Q2M-9XTR4\n"
    "  tether join 192.168.1.11 --code 'nimble railway oval velvet robin'\n"
    "  tether join 'tether:192.168.1.11:47801#K7Q2M-9XTR4'   the text of a QR code\n"
    "  tether join '[fd00::2]:47802'                 IPv6, another port, an open room\n"
    "  tether join 192.168.1.11 --bot hard           a bot plays, in the terminal",
)

rooms = Command(
    "rooms",
    "lobby.discovery.listing:rooms",
    Option(
        "--for", "seconds", type=Duration(0.1), default=LISTENS, show_default="2s", metavar="DURATION",
        old=("--seconds",), help="How long to listen.",
    ),
    _listen_option("Local address on whose network to listen (default: all)."),
    shared_options.json_option(),
    summary="List the rooms and tournaments on this network",
    help="List the rooms and tournaments that are open on this network. The exit code is 1 if there are none.",
    examples="  tether rooms\n  tether rooms --for 5s\n  tether rooms --json",
)  # fmt: skip

doctor = Command(
    "doctor",
    "lobby.cli.doctor:doctor",
    shared_options.json_option(),
    summary="Check whether this computer is ready to play",
    help="""Check that this computer has what Tether needs: Python, display, sound, network, ports and folders.

    `!` marks problems, `?` marks hints. Nothing is changed, and nothing is sent to another computer.

    \b
    Exit codes:
      0  ready to play
      1  at least one problem
    """,
    examples="  tether doctor\n  tether doctor --json     for bug reports",
)

ratings = Command(
    "ratings",
    "lobby.players.ratings:ratings",
    Argument("files", nargs=-1, metavar="[FILE]...", type=InFile()),
    shared_options.game_file_option(),
    shared_options.ruleset_option(
        "Rate only matches by the house rules of this file; by default only those as printed."
    ),
    Option("--teams", "as_teams", is_flag=True, help="Teams by games won, in games that everybody wins or loses."),
    Option("--alone", "as_alone", is_flag=True, help="Best solo games (unrated)."),
    shared_options.json_option(),
    summary="Rate players from verified records",
    help="""Rate players from verified records. Ratings are computed on this computer, for display only.

    Only free-for-all matches count: no team games, no solo games and no test matches. With --teams only team games
    count, with --alone only solo games, in which nobody checks the luck. The exit code is 1 if nothing counts.
    """,
    examples="  tether ratings                               all records that Tether has saved\n"
    "  tether ratings cup.tournament friday.tether\n"
    "  tether ratings --teams                       teams by games won\n"
    "  tether ratings --alone                       the best solo games",
)

# Identity -------------------------------------------------------------------------------------------------------------

identity = Group(
    "identity",
    shared_options.json_option(),
    does="lobby.cli.identity:show",
    summary="Show or change your name, colour and key",
    help="""Your identity: a key (created on first start), a name and a colour.

    A second person on this computer sets TETHER_HOME to a folder of their own.
    """,
    examples="  tether identity                           name, colour, fingerprint\n"
    "  tether identity set --name Ada --colour green\n"
    "  tether identity export ada.tether-identity   asks for a passphrase\n"
    "  tether identity known                     the players you have met",
    commands=(
        Command(
            "show",
            "lobby.cli.identity:show",
            shared_options.json_option(),
            summary="Show your name, colour and fingerprint",
            help="Show your name, colour and fingerprint: as letters, as words to read aloud, and as a picture.",
            examples="  tether identity show\n  tether identity show --json",
        ),
        Command(
            "set",
            "lobby.cli.identity:set_command",
            Option("--name", metavar="NAME", help="Your name, 1 to 24 letters."),
            _colour_option("Your colour"),
            shared_options.json_option(),
            summary="Change your name or colour",
            help="Change your name or colour.",
            examples="  tether identity set --name Ada\n  tether identity set --colour green",
        ),
        Command(
            "export",
            "lobby.cli.identity:export",
            Argument("file", type=click.Path(dir_okay=False, path_type=Path)),
            Option(
                "--passphrase", envvar=PASSPHRASE, metavar="TEXT",
                help=f"Safer: let Tether ask for it, or set {PASSPHRASE}.",
            ),
            shared_options.json_option(),
            summary="Save your identity to a file, locked with a passphrase",
            help="Save your key, name, colour and known players to FILE, locked with a passphrase.",
            examples="  tether identity export ada.tether-identity",
        ),
        Command(
            "import",
            "lobby.cli.identity:import_command",
            Argument("file", type=InFile(dash=False)),
            Option("--passphrase", envvar=PASSPHRASE, metavar="TEXT", help="The same as for `tether identity export`."),
            shared_options.json_option(),
            summary="Use the identity in a file as your own",
            help="Use the identity in FILE as your own. The one before is saved beside it.",
            examples="  tether identity import ada.tether-identity",
        ),
        Command(
            "known",
            "lobby.cli.identity:known_command",
            shared_options.json_option(),
            summary="List the players you have met",
            help="List the players you have met. The exit code is 1 if there are none.",
            examples="  tether identity known",
        ),
        Command(
            "forget",
            "lobby.cli.identity:forget",
            Argument("who", metavar="PLAYER", shell_complete=completion.complete_known_player),
            shared_options.json_option(),
            summary="Forget a player you have met",
            help="Forget PLAYER, a name or a fingerprint as `tether identity known` prints it.",
            examples="  tether identity forget Zoe\n  tether identity forget 7KQ2-M9XT-R4AB-C3DE",
        ),
    ),
)  # fmt: skip

# Tournaments ----------------------------------------------------------------------------------------------------------

TOURNAMENT_FILE = Argument("tournament", metavar="FILE", type=InFile())


def _tournament_bot_option() -> Option:
    return shared_options.bot_option(f"Bot that plays your matches: {shared_options.LEVELS}.")


def _participation_options() -> tuple[Option, ...]:
    """Return the options of all commands that take part in a tournament."""
    return (
        _name_option(),
        Option("--throw-away", is_flag=True, help="Use a temporary name and key for this tournament only."),
        _tournament_bot_option(),
        Option("--helper", is_flag=True, help="Do not play; only help to run the tournament."),
        shared_options.code_option("The invite code.", envvar=shared_options.CODE_VARIABLE),
        _listen_option(),
        shared_options.keep_option("Save everything in DIRECTORY so you can come back."),
        shared_options.out_option("Save the tournament to FILE (- for standard output)."),
        shared_options.json_option(),
        shared_options.told_option("Ends with the process that started it."),
    )


tournament = Group(
    "tournament",
    summary="Run a tournament, or take part in one",
    help="Tournaments: anyone can open one, and every member can keep it going.",
    examples="  tether tournament open --start-with 8          open one here, and take part with a bot\n"
    "  tether tournament join Friday                  take part with a bot\n"
    "  tether tournament show cup.tournament          standings and tables",
    commands=(
        Command(
            "open",
            "lobby.cli.tournament:open_command",
            shared_options.game_option(),
            shared_options.settings_option(),
            shared_options.ruleset_option(),
            Option("--title", default="Tournament", show_default=True, metavar="TEXT", help="Title of the tournament."),
            Option("--kind", type=Choice(KINDS), default=KINDS[0], show_default=True, help="How players are paired."),
            Option(
                "--rounds",
                type=WholeNumber(1, MOST_ROUNDS),
                default=3,
                show_default=True,
                metavar="N",
                help="Rounds of a Swiss tournament.",
            ),
            Option(
                "--tables",
                default="4,2,6",
                show_default=True,
                metavar="U,L,M",
                help="Seats at a table: usual, fewest, most.",
            ),
            Option(
                "--round-time",
                "minutes",
                type=Duration(MINUTE, MOST_MINUTES * MINUTE, MINUTE),
                old=("--minutes",),
                default=60 * MINUTE,
                show_default="60min",
                metavar="DURATION",
                help="Time limit of a round.",
            ),
            Option(
                "--start-with",
                type=WholeNumber(2, MOST_PLAYERS),
                metavar="N",
                help="Start when N players have enrolled (default: when you press Enter).",
            ),
            shared_options.port_option("UDP port of the tournament; 0 for any free one.", TOURNAMENT_PORT, shown=True),
            Option("--open", "is_open", is_flag=True, help="No invite code: anyone who can reach the port may enrol."),
            *_participation_options(),
            summary="Open a tournament here",
            help="Open a tournament here. The first round begins with --start-with players, or when you press Enter.",
            examples="  tether tournament open --name Ada --start-with 8 --rounds 3\n"
            "  tether tournament open --throw-away            take part anonymously\n"
            "  tether tournament open --name Hall --helper --kind knock-out --tables 2,2,2 --start-with 16",
        ),
        Command(
            "join",
            "lobby.cli.tournament:join",
            Argument("addresses", nargs=-1, metavar="[TITLE|ADDRESS]..."),
            shared_options.game_file_option(),
            shared_options.port_option("Local UDP port (default: any free one)."),
            *_participation_options(),
            summary="Take part in a tournament",
            help="""Take part in a tournament. TITLE is one that `tether rooms` lists; ADDRESS is that of any member.

            With --keep you can come back after a stop.
            """,
            examples="  tether tournament join --name Ilse            the only one on this network\n"
            "  tether tournament join Friday --name Ilse --code K7Q2M-9XTR4\n"
            "  tether tournament join 192.168.1.11:47820 --name Ilse\n"
            "  tether tournament join 192.168.1.11:47820 192.168.1.12:47820 --name Ilse   the first that answers",
        ),
        Command(
            "run",
            "lobby.cli.tournament:run",
            Argument("kept", metavar="DIRECTORY", type=Directory(exists=True)),
            Argument("addresses", nargs=-1, metavar="[ADDRESS]..."),
            shared_options.game_file_option(),
            _tournament_bot_option(),
            shared_options.code_option(
                "The invite code, if DIRECTORY does not contain it.", envvar=shared_options.CODE_VARIABLE
            ),
            shared_options.out_option("Save the tournament to FILE (- for standard output)."),
            shared_options.json_option(),
            summary="Continue a saved tournament",
            help="""Continue the tournament saved in DIRECTORY.

            Tether looks for the others at their last addresses, on the network, and at every ADDRESS. DIRECTORY also
            contains the invite code; only you can read it.
            """,
            examples="  tether tournament run cup\n  tether tournament run cup 192.168.1.12:47820",
        ),
        Command(
            "show",
            "lobby.cli.tournament:show",
            TOURNAMENT_FILE,
            shared_options.json_option(),
            summary="Print the standings and the tables of every round",
            help="Check the tournament in FILE, and print the standings and the tables of every round.",
            examples="  tether tournament show cup.tournament",
        ),
        Command(
            "export",
            "lobby.cli.tournament:export_command",
            TOURNAMENT_FILE,
            shared_options.into_option(
                "Directory for the files (default: the current one).", default=".", old=("--to",)
            ),
            shared_options.json_option(),
            summary="Write tables as CSV, and a page to print",
            help="Write standings.csv, tables.csv (a knock-out's bracket) and tournament.html, a page to print.",
            examples="  tether tournament export cup.tournament --into web",
        ),
        Command(
            "verify",
            "lobby.cli.tournament:verify_command",
            TOURNAMENT_FILE,
            shared_options.json_option(),
            summary="Check a tournament offline",
            help="Check a whole tournament offline, as `tether verify` does.",
            examples="  tether tournament verify cup.tournament",
        ),
    ),
)

hand_out = Command(
    "hand-out",
    "lobby.cli.hand_out:hand_out",
    Option(
        "--for", "systems", default="", metavar="LIST",
        help="Prepare files for other systems, such as windows-py312 or macos-arm64-py313. Needs the internet.",
    ),
    shared_options.port_option("TCP port; another free one if it is taken.", shared_options.PORT, shown=True),
    _listen_option(),
    Option("--qr", "picture", is_flag=True, help="Print the address of the page as a QR code too."),
    shared_options.json_option(),
    summary="Give Tether to guests who lack it",
    help="""Serve a page from which guests without Tether get it, for 15 minutes or until Ctrl-C.

    A room does the same with `tether host --hand-out`. Guests need Python and a system like yours, or one that you have
    prepared. They compare the number of the file with your screen.
    """,
    examples="  tether hand-out\n  tether hand-out --for windows-py312,macos-py313     while you are online",
)  # fmt: skip

peer = net_commands.peer.with_function("lobby.cli.seats:peer")
resume = net_commands.resume.with_function("lobby.cli.seats:resume")

for command in (host, join, rooms, ratings, identity, doctor, tournament, lab, hand_out, peer, resume):
    app.cli.add_command(command)


def run(words: Sequence[str] | None = None) -> int:
    """Run a command line; return its exit code."""
    part = PARTS.get(app.command_to_run(words))
    if part is not None:
        import_module(part)
    return app.run(words)
