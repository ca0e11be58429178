"""Texts and options of the commands for matches and records.

Other modules do the work (`net.cli.declarations`).
"""

from __future__ import annotations

import click

from net.cli.arguments import completion, shared_options
from net.cli.arguments.paths import Directory, InFile, RulesetFile
from net.cli.arguments.value_types import Port, WholeNumber
from net.cli.declarations import Argument, Command, Group, Option

FILE_HELP = "FILE may also be the directory in which a seat has saved its match, or - for standard input."

match = Command(
    "match",
    "net.cli.matches.match:match",
    shared_options.game_option(),
    Option("--seats", type=WholeNumber(), default=4, show_default=True, metavar="N", help="Number of seats."),
    shared_options.bots_option("Bot for every seat, or a comma-separated list (repeated if too short)."),
    Option(
        "--faction", default="", metavar="LIST", shell_complete=completion.complete_factions,
        help="Factions preferred by seat 1, 2 and so on; - for none.",
    ),
    shared_options.settings_option("listed below"),
    shared_options.ruleset_option(),
    shared_options.seed_option(),
    shared_options.out_option(),
    shared_options.json_option(),
    Option("--local", is_flag=True, help="Play in one process, without a network."),
    summary="Play a full match between bots on this computer",
    help="""Play a full match between bots on this computer, one process per seat.

    \b
    Exit codes:
      0  finished, and the record is valid
      1  the match stopped, or its record is not valid
      2  invalid command line
      3  finished, but some hidden cards were never revealed and checked
    """,
    examples="  tether match\n"
    "  tether match --seats 2 --bots hard,random --seed friday\n"
    "  tether match --seats 6 --option board_size=wide --option base_mana=6 --out six.tether\n"
    "  tether match --local --json --seed 7\n"
    "  tether match --local --out - | tether verify -",
    more="net.cli.matches.match:option_table",
)  # fmt: skip

part = Command(
    "part",
    "net.cli.matches.part:part",
    Argument("file", metavar="RECORD", type=InFile(folders=True)),
    shared_options.game_file_option(),
    shared_options.bots_option("Bot for every seat, or a comma-separated list (repeated if too short)."),
    shared_options.seed_option(),
    shared_options.out_option(),
    shared_options.json_option(),
    summary="Finish an abandoned match with bots, as a new match",
    help="""Finish an abandoned match with bots, as a new match, in one process.

    The new match begins where the match of RECORD has stopped, with its seats and options; all hidden cards are dealt
    again in the open. The old match is not changed, and the new one does not replace its result. RECORD may also be
    the directory in which a seat has saved its match. To play on over the network, use `tether peer --from RECORD`.
    """,
    examples="  tether part broken-off.tether --out finished.tether\n"
    "  tether part kept --bots hard,random           the match that `tether peer --keep kept` began",
)

peer = Command(
    "peer",
    "net.cli.matches.peer:peer",
    shared_options.game_option(),
    Option("--seats", type=WholeNumber(), metavar="N", help="Number of seats of the match; not needed with --from."),
    Option("--seat", required=True, type=WholeNumber(), metavar="N", help="Your seat."),
    Option("--peer", "peers", multiple=True, metavar="ADDRESS", help="Address of another seat; give one for each."),
    shared_options.port_option("UDP port of this seat; 0 for any free one.", shared_options.PORT, shown=True),
    Option(
        "--listen", "host", default="0.0.0.0", metavar="ADDRESS", old=("--host",),
        help="Local address to listen on (default: all).",
    ),
    Option("--room", metavar="WORD", help="The same word at every seat."),
    shared_options.code_option("The room's invite code (`tether code` creates one)."),
    shared_options.seed_option("Play a test match instead of a room; the same text at every seat."),
    shared_options.bot_option(f"Bot that plays the seat: {shared_options.LEVELS}."),
    Option(
        "--faction", default="", metavar="NAME", shell_complete=completion.complete_factions, help="Preferred faction."
    ),
    Option("--name", default="", metavar="NAME", help="Name of the seat."),
    shared_options.settings_option(),
    Option(
        "--from", "origin", type=InFile(folders=True, dash=False), metavar="RECORD",
        help="Continue the match of this record, as `tether part` does; the same record at every seat.",
    ),
    shared_options.out_option(),
    shared_options.keep_option("Save the match in DIRECTORY so it can be resumed with the same command."),
    shared_options.patience_option(),
    shared_options.json_option(),
    shared_options.told_option(),
    summary="Play one seat of a match with a bot, for scripts",
    help="Play one seat of a match over the network with a bot. For scripts; people use `tether host` and "
    "`tether join`.",
    examples="  Three computers with the same room word; every seat names the two others:\n"
    "  tether peer --seats 3 --seat 1 --room friday --peer 192.168.1.12:47801 --peer 192.168.1.13:47801\n"
    "  tether peer --seats 3 --seat 2 --room friday --peer 192.168.1.11:47801 --peer 192.168.1.13:47801\n"
    "  tether peer --seats 3 --seat 3 --room friday --peer 192.168.1.11:47801 --peer 192.168.1.12:47801",
)  # fmt: skip

resume = Command(
    "resume",
    "net.cli.matches.resume:resume",
    Argument("directory", required=False, type=Directory(exists=True)),
    shared_options.game_file_option(),
    Option("--peer", "peers", multiple=True, metavar="ADDRESS", help="Address of another seat now; may be repeated."),
    Option("--port", type=Port(), metavar="PORT", help="A UDP port other than before."),
    shared_options.bot_option("Bot that plays the seat (default: the one that did).", ""),
    shared_options.out_option(),
    shared_options.patience_option(),
    shared_options.json_option(),
    shared_options.told_option(),
    summary="Resume a saved match",
    help="""Resume the match saved in DIRECTORY. A bot takes over your seat.

    Without DIRECTORY, resume the only match saved in your own folder, or list the saved matches and ask for one.

    Tether looks for the other seats where they were last, on the networks of this computer, and at every --peer. One
    of them is enough: it knows where the others are.
    """,
    examples="  tether resume                             the only saved match, or asks which\n"
    "  tether resume kept                        the match that `tether peer --keep kept` began\n"
    "  tether resume kept --peer 192.168.1.20    one of the others is there now",
)

watch = Command(
    "watch",
    "net.cli.matches.watch:watch",
    Argument("hosts", nargs=-1, required=True, metavar="ADDRESS..."),
    shared_options.game_file_option(),
    Option("--room", metavar="WORD", help="The word that the seats of the match were given."),
    shared_options.seed_option("The text of a test match, instead of a room."),
    shared_options.code_option(),
    shared_options.port_option("Local UDP port (default: any free one)."),
    Option("--big", is_flag=True, help="Show the match in the window in large letters, for a whole room to see."),
    shared_options.out_option(),
    shared_options.json_option(),
    summary="Watch a match between other players",
    help="""Watch a match, from any moment on. You see only what is public. The address of one seat is enough.

    Without --room and --seed you watch the match of the room at that address, and wait if it has not begun.
    """,
    examples="  tether watch 192.168.1.11 --code K7Q2M-9XTR4   a room that tether rooms lists\n"
    "  tether watch 192.168.1.11 --code K7Q2M-9XTR4 --big   on a big screen\n"
    "  tether watch 192.168.1.11:47801 --room friday\n"
    "  tether watch 192.168.1.11:47801 --room friday --code K7Q2M-9XTR4 --out friday.tether",
)

code = Command(
    "code",
    "net.cli.matches.peer:code_command",
    Argument("code", default=""),
    Option("--words", is_flag=True, help="Print the code as five words too, which are easy to read aloud."),
    Option("--qr", "picture", is_flag=True, help="Print the code as a QR code too."),
    shared_options.json_option(),
    summary="Create an invite code, or show one as words or a QR code",
    help="Create an invite code, or show CODE as words or a QR code. Only people who know the code of a room get in.",
    examples="  tether code\n"
    "  tether code --qr                  as a QR code too\n"
    "  tether code K7Q2M-9XTR4 --words   an existing code, to be read aloud",
)

verify = Command(
    "verify",
    "net.cli.records:verify",
    Argument("files", nargs=-1, required=True, metavar="FILE...", type=InFile(folders=True)),
    shared_options.game_file_option(),
    shared_options.json_option(),
    summary="Check records, tournaments and evidence files offline",
    help=f"""Check records, tournaments, evidence files and desync reports offline.

    {FILE_HELP}

    Tether checks a record from the first signature to the last audit by running the match again. For every fault it
    names the entry, the step and the seat that is to blame. A finished match has had all its hidden cards revealed and
    checked, except those of seats that had left.

    Of a tournament Tether checks every member's feed, every majority, every pairing and all records. Evidence is judged
    from the file alone: which seat broke which rule, or why the file proves nothing. A desync report says where two
    states differ, and which of them the log produces.

    \b
    Exit codes:
      0  every file is valid
      1  a file cannot be read, is not valid, proves nothing, or ends before its match does
      2  invalid command line
      3  every file is valid, but some hidden cards were never revealed and checked
    """,
    examples="  tether verify match.tether\n"
    "  tether verify *.tether cup.tournament\n"
    "  tether verify 3fa29c01-step-7-seat-3-fork.evidence\n"
    "  ssh host cat match.tether | tether verify -",
)

show = Command(
    "show",
    "net.cli.records:show",
    Argument("file", type=InFile(folders=True)),
    shared_options.game_file_option(),
    Option(
        "--step", type=WholeNumber(min=0), metavar="N", help="Print the state after step N instead; 0 is the start."
    ),
    shared_options.json_option(),
    summary="Print a recorded match as text, one line per event",
    help=f"""Print the match as text, one line per event, or the state after one step.

    {FILE_HELP} Of a desync report Tether prints every difference, and the state that the log produces.
    """,
    examples="  tether show match.tether\n  tether show match.tether --step 40",
)

games = Command(
    "games",
    "net.cli.games.listing:games",
    shared_options.json_option(),
    summary="List the games and their numbers of players",
    help="List the games, the number of players, and what to know before you play.",
    examples="  tether games\n  tether games --json\n  tether match --game midnight --seats 3",
)

cards = Command(
    "cards",
    "net.cli.games.cards:cards",
    shared_options.game_option(),
    shared_options.ruleset_option(),
    Argument("name", nargs=-1, shell_complete=completion.complete_card),
    shared_options.json_option(),
    summary="List the cards of a game, or read one",
    help="List all cards of a game. With NAME, a card or a section, print what they say.",
    examples='  tether cards\n  tether cards Zap\n  tether cards "Market II"\n  tether cards Leadbound\n'
    "  tether cards --game midnight escalations",
)

rules = Group(
    "rules",
    summary="Make and check house rules",
    help="""House rules: a file that changes numbers, prices and copies of a game, or adds cards of existing effects.

    Everybody at the table plays by them: the room shows what is changed, and every record carries it.
    """,
    examples="  tether rules new bridgefront > my.toml      a file with every value and its range\n"
    "  tether rules check my.toml                  what it changes, in words\n"
    "  tether host --rules my.toml",
    commands=(
        Command(
            "new",
            "net.cli.games.rules:new",
            Argument("game", default=shared_options.GAME, shell_complete=completion.complete_game),
            summary="Print a file with every value and its range",
            help="Print a ruleset file that changes nothing. Every value is a comment in it, with its range.",
            examples="  tether rules new > my.toml\n  tether rules new outposts > crowded.toml",
        ),
        Command(
            "list",
            "net.cli.games.rules:list_shipped",
            summary="List the rulesets that come with Tether",
            help="""List the rulesets that come with Tether: other editions of a game, and balanced numbers.

            Their names can be given wherever a ruleset file can.
            """,
            examples="  tether rules list\n  tether match --game cabinet --rules cabinet/classic",
        ),
        Command(
            "check",
            "net.cli.games.rules:check",
            Argument("file", type=RulesetFile(), shell_complete=completion.complete_ruleset),
            shared_options.json_option(),
            summary="Check a ruleset and say what it changes",
            help="Check a ruleset file. Say what it changes, how large the decks are, and what cannot be changed.",
            examples="  tether rules check my.toml",
        ),
        Command(
            "diff",
            "net.cli.games.rules:diff",
            Argument("first", type=RulesetFile(), shell_complete=completion.complete_ruleset),
            Argument("second", type=RulesetFile(), shell_complete=completion.complete_ruleset),
            summary="Compare two rulesets",
            help="Print what only one of two ruleset files changes. The exit code is 1 if they differ.",
            examples="  tether rules diff my.toml yours.toml",
        ),
    ),
)

check = Command(
    "check",
    "net.cli.games.check:check",
    Argument("game", metavar="GAME", shell_complete=completion.complete_game),
    shared_options.json_option(),
    summary="Check the rules of a game in random matches",
    help="""Check a game, which is a name or the path of a game file, and say what is wrong with it.

    Tether plays random matches with every option, loses seats, runs two matches at once and others in processes of
    their own, verifies a record, and lets the game's bot play against random players.
    """,
    examples="  tether new game flotsam\n  tether check ./flotsam.py",
)

new = Group(
    "new",
    summary="Begin a game of your own",
    help="Begin a game of your own.",
    examples="  tether new game flotsam",
    commands=(
        Command(
            "game",
            "net.cli.games.new_game:new_game",
            Argument("name", metavar="NAME"),
            summary="Write a small game to begin with",
            help="Write NAME.py into the current directory: a small game in one file that runs.",
            examples="  tether new game flotsam",
        ),
    ),
)

version = Command(
    "version",
    "net.cli.app:print_version",
    summary="Print the version",
    help="Print the version.",
    examples="  tether version",
)

completions = Command(
    "completion",
    "net.cli.arguments.completion:print_script",
    Argument("shell", metavar="SHELL", type=click.Choice(completion.SHELLS)),
    summary="Print the script that completes words in a shell",
    help="""Print the script with which bash (4.4 or newer), zsh or fish completes commands, options, games and cards.

    Without an installed shell of that name, the script is printed all the same.
    """,
    examples='  eval "$(tether completion bash)"                          this shell; in ~/.bashrc every shell\n'
    "  tether completion fish > ~/.config/fish/completions/tether.fish",
)

helps = Command(
    "help",
    "net.cli.app:print_help",
    Argument("words", nargs=-1, metavar="[COMMAND]...", shell_complete=completion.complete_command),
    summary="Show the help of a command",
    help="Show the help of a command, or of Tether as a whole.",
    examples="  tether help\n  tether help match\n  tether help tournament open",
)

ALL = (
    match, peer, resume, part, watch, code, verify, show, games, cards, rules, check, new, completions, version, helps
)  # fmt: skip
