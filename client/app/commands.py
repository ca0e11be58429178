"""Help texts of the commands that need the window's libraries.

The modules that do the work are loaded only when a command runs.
"""

from __future__ import annotations

from client.sheets.paper import CARDS, PAPERS
from net.cli.arguments import completion, shared_options
from net.cli.arguments.paths import InFile
from net.cli.arguments.value_types import Choice, WholeNumber
from net.cli.declarations import Argument, Command, Option

MAX_COPIES = 99
MAX_STEPS = 3000
"""Steps: maximum number of a match of which `tether shot` paints one."""

replay = Command(
    "replay",
    "client.table.replay.command:replay",
    Argument("file", type=InFile(dash=False)),
    shared_options.game_file_option(),
    summary="Watch a recorded match in the window",
    help="""Watch a recorded match in the window, at any speed, with all hands visible.

    Without a display use `tether show`, which prints the match in the terminal.
    """,
    examples="  tether match --out match.tether\n  tether replay match.tether",
)

print_command = Command(
    "print",
    "client.sheets.command:print_sheets",
    Argument("game", metavar="GAME", shell_complete=completion.complete_game),
    shared_options.ruleset_option("Print the game with the house rules of this file (`tether rules new` makes one)."),
    shared_options.out_option("Write the PDF to FILE (- for standard output; default: GAME.pdf)."),
    Option("--paper", type=Choice(tuple(PAPERS)), default="a4", show_default=True, help="Size of the paper."),
    Option(
        "--card-size", "card", type=Choice(tuple(CARDS)), default="poker", show_default=True,
        help="Size of the cards: poker is 63 x 88 mm, bridge 57 x 89 mm.",
    ),
    Option("--ink-saving", "ink", is_flag=True, help="Black on white, without pictures."),
    Option("--seats", type=WholeNumber(), metavar="N", help="Number of players (default: as many as can play)."),
    Option(
        "--cards", "names", metavar="LIST", shell_complete=completion.complete_cards,
        help="Print only these cards, separated by commas, and nothing else.",
    ),
    Option(
        "--type", "types", metavar="LIST", shell_complete=completion.complete_card_groups,
        help="Print only cards of these decks or types, and nothing else.",
    ),
    Option("--copies", type=WholeNumber(1, MAX_COPIES), metavar="N", help="Print N copies of each card."),
    Option("--backs", is_flag=True, help="Print the backs too, for both sides of the paper."),
    Option("--no-cards", is_flag=True, help="Leave out the cards."),
    Option("--no-board", is_flag=True, help="Leave out boards and mats."),
    Option("--no-tokens", is_flag=True, help="Leave out the tokens."),
    Option("--no-rules", is_flag=True, help="Leave out the rules."),
    shared_options.json_option(),
    summary="Print a game: cards, board, tokens and rules as a PDF",
    help="""Write sheets to print and cut as a PDF file: all cards of GAME with crop marks and in as many copies as the
    game has, its board, its tokens and its rules.

    Print at 100 %, not "fit to page": the line of 50 mm on each sheet shows whether the printer has kept the size.
    `tether cards` lists the cards and their types.
    """,
    examples="  tether print midnight\n"
    "  tether print bridgefront --ink-saving --paper letter --out tonight.pdf\n"
    '  tether print bridgefront --cards "Zap,March Orders" --copies 2\n'
    "  tether print bridgefront --type champion\n"
    "  tether print outposts --no-cards --no-rules          the map and the tokens",
)  # fmt: skip

shot = Command(
    "shot",
    "client.app.shot:shot",
    Argument("game", metavar="GAME", shell_complete=completion.complete_game),
    shared_options.out_option("Write the picture to FILE (- for standard output; default: GAME.png)."),
    Option(
        "--step", type=WholeNumber(1, MAX_STEPS), metavar="N", help="Show the table before step N (default: half-way)."
    ),
    Option(
        "--seat", type=WholeNumber(1, 6), default=1, show_default=True, metavar="N", help="Seat whose view is drawn."
    ),
    Option("--seats", type=WholeNumber(1, 6), metavar="N", help="Number of seats (default: about 4)."),
    shared_options.settings_option("`tether shot GAME --help` lists them"),
    shared_options.seed_option("Play the match of this text (default: always the same match)."),
    Option(
        "--size", type=Choice(("1280x720", "1366x768", "1920x1080")), default="1280x720", show_default=True,
        help="Size of the window.",
    ),
    summary="Paint the table of a game at a step, as a PNG",
    help="""Play a match of GAME between bots and write a picture of its table, as a seat sees it.

    GAME is a name, or the path of a game file. Without --step the picture shows a step half-way at which the seat must
    choose.

    This needs a display, as the window does.
    """,
    examples="  tether shot ./flotsam.py\n  tether shot ./flotsam.py --step 12 --seat 3 --seats 5 --out five.png",
)  # fmt: skip

ALL = (replay, print_command, shot)
"""All commands of this layer."""
