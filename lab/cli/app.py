"""Declarations of the lab's commands, with their help texts and options (see `net.cli.declarations`)."""

from __future__ import annotations

from collections.abc import Collection

from lab.cli import completion
from net.cli.arguments import shared_options
from net.cli.arguments.completion import complete_game
from net.cli.arguments.paths import Directory, OutFile
from net.cli.arguments.value_types import Choice, Number, WholeNumber
from net.cli.declarations import Argument, Command, Group, Option

PLAYER = "heuristic"
"""Name of the bot that plays by default; `hard` is the same bot, named by its level."""
HOME = "tether-lab"
STORE = Argument("folder", metavar="DIRECTORY", type=Directory())


def _playing_options(bots: bool = True, without: Collection[str] = ()) -> tuple[Option, ...]:
    """Return the options of all commands that play matches, without those with these names."""
    own = shared_options.bots_option(
        "Bots of the seats, comma-separated; `heuristic` is `hard`.", PLAYER, old=("--bot",)
    )
    every = (
        *([own] if bots else []),
        shared_options.game_option(),
        Option("--seats", type=WholeNumber(), default=0, metavar="N", help="Number of seats (default: 4)."),
        shared_options.settings_option(),
        shared_options.ruleset_option(),
        Option(
            "--change", "changes", multiple=True, metavar="NAME=VALUE",
            help="Another value of a ruleset, such as card.Zap.mana=2; may be repeated.",
        ),
        Option(
            "--factions", type=Choice(("lot", "own")), default="lot", show_default=True,
            help="Factions and leagues: dealt at random in equal shares, or chosen by the bots.",
        ),
        Option(
            "--budget", default="1min", show_default=True, metavar="N|DURATION", old=("--matches",),
            help="Number of matches, or a time such as 5min. At least one block is played.",
        ),
        Option(
            "--engine", type=Choice(("processes", "dask", "serial")), default="processes", show_default=True,
            help="Where the matches are played.",
        ),
        Option(
            "--workers", type=WholeNumber(0, 256), default=0, metavar="N",
            help="Processes (default: one for each core).",
        ),
        Option("--scheduler", default="", metavar="ADDRESS", help="Dask scheduler, such as tcp://192.168.1.5:8786."),
        Option("--seed", default="lab", show_default=True, metavar="TEXT", help="Text that makes a run repeatable."),
        shared_options.into_option(
            "Directory that stores all results.", default=HOME, show_default=True, old=("--out",)
        ),
        shared_options.json_option(),
    )  # fmt: skip
    return tuple(option for option in every if not set(option.opts) & set(without))


def _margin_option() -> Option:
    return Option(
        "--margin", type=Number(0.1, 50), default=2.0, show_default=True, metavar="POINTS",
        help="Differences below this many points count as equal.",
    )  # fmt: skip


play = Command(
    "play",
    "lab.cli.play:play",
    Option(
        "--precision", type=Number(0, 50), default=0.0, metavar="POINTS",
        help="Stop as soon as every share is known to within this many points.",
    ),
    *_playing_options(),
    summary="Play a sample: match lengths, wins by seat and faction",
    help="Play a sample, and measure how long matches are and how often each seat and faction wins.",
    examples="  tether lab play\n"
    "  tether lab play --game midnight --seats 3 --budget 400\n"
    "  tether lab play --seats 2 --precision 3 --budget 10000\n"
    "  tether lab play --game outposts --change L4.produces='3 crew, 1 oil' --budget 5min",
)  # fmt: skip

ask = Command(
    "ask",
    "lab.cli.compare:ask",
    Argument("option", required=False, shell_complete=completion.questions),
    _margin_option(),
    *_playing_options(),
    summary="Measure what an open option of the rules changes",
    help="Measure what an open option of the rules changes. Without OPTION, list the open options.",
    examples="  tether lab ask base_mana --seats 2\n  tether lab ask pacts --game midnight",
)

compare = Command(
    "compare",
    "lab.cli.compare:compare",
    Argument("first"),
    Argument("second"),
    _margin_option(),
    *_playing_options(),
    summary="Compare two variants, or two bots, on the same luck",
    help="""Compare two variants on the same luck: options, numbers of the rules, or two bots at one table.

    For each measure Tether says whether it is higher, lower, or equal within the margin with SECOND, or not known yet.
    """,
    examples="  tether lab compare usual vp_to_win=10 --seats 4\n"
    "  tether lab compare usual vp_to_win=10+base_mana=6 --margin 3\n"
    "  tether lab compare usual 'L4.produces=3 crew, 1 oil' --game outposts --seats 3\n"
    "  tether lab compare normal hard --seats 2\n"
    "  tether lab compare heuristic heuristic@FORCE=12,GOLD=9 --seats 2",
)

cards = Command(
    "cards",
    "lab.cli.cards:cards",
    Option(
        "--bans", type=Number(0.02, 0.5), default=0.15, show_default=True, metavar="SHARE",
        help="Share of all cards that each seat is denied.",
    ),
    Option("--cards", "names", default="", metavar="LIST", help="Report only these cards."),
    *_playing_options(),
    summary="Measure the strength of each card",
    help="""Measure the strength of each card.

    Each seat is denied a random set of cards; the drop in wins is each card's strength.
    In team games the whole team is denied the same cards.
    """,
    examples="  tether lab cards --seats 4 --budget 3000\n"
    "  tether lab cards --seats 2 --bans 0.2 --cards 'Zap,Crown Coin'\n"
    "  tether lab cards --game cabinet --seats 4 --budget 2000",
)  # fmt: skip

mend = Command(
    "mend",
    "lab.cli.rebalance:mend",
    Argument("kind", metavar="FACTION"),
    Option("--less/--more", "less", default=True, show_default=True, help="Whether it should win less or more."),
    Option(
        "--with", "chosen", multiple=True, metavar="NAME=VALUE",
        help="Try this change; may be repeated (default: each change of one number).",
    ),
    _margin_option(),
    *_playing_options(),
    summary="Find the change that makes a faction fair",
    help="Find the change of one number that makes a faction or league fair. Every change is tried on the same luck.",
    examples="  tether lab mend vapourborn --less --seats 4 --budget 10min\n"
    "  tether lab mend L4 --less --game outposts --seats 3\n"
    "  tether lab mend refiner --more --with refiner.mine_gold=2 --with refiner.mine_gold=3",
)  # fmt: skip

ladder = Command(
    "ladder",
    "lab.cli.ladder:ladder",
    Option("--rungs", default="", metavar="LIST", help="Bots, the weakest first (default: all levels)."),
    *_playing_options(bots=False),
    summary="Check that each bot level beats the one below it",
    help="""Check that each bot level beats the one below it, and does not lose to the one below that.

    The budget is for each pair; a pair ends as soon as it is decided.
    """,
    examples="  tether lab ladder --seats 2 --budget 400",
)

tune = Command(
    "tune",
    "lab.cli.tune:tune",
    Option("--weights", "chosen", default="", metavar="LIST", help="Change only these weights (default: all)."),
    Option(
        "--proof", type=WholeNumber(1, 10**6), default=800, show_default=True, metavar="N",
        help="Number of matches that test the result.",
    ),
    Option(
        "--way", type=Choice(("lot", "cma")), default="lot", show_default=True,
        help="Change all weights at random at once, or a few in generations of candidates.",
    ),
    *_playing_options(),
    summary="Search for better weights of the heuristic bot",
    help="""Search for better weights of the heuristic bot, then test them against the usual ones on fresh seeds.

    Tether saves the weights with seeds, rules and test result. A bot with weights is called
    heuristic@FORCE=14,GOLD=8.
    """,
    examples="  tether lab tune --seats 2 --budget 4000 --proof 1000\n"
    "  tether lab tune --seats 4 --weights FORCE,GOLD --way cma --budget 2000",
)  # fmt: skip

quality = Command(
    "quality",
    "lab.cli.quality:quality",
    Argument("game", default=shared_options.GAME, shell_complete=complete_game),
    *_playing_options(bots=False, without=("--game", "--factions", "--engine", "--scheduler", "--into")),
    Option(
        "--engine", type=Choice(("processes", "serial")), default="processes", show_default=True,
        help="Where the matches are played.",
    ),
    summary="Measure choices, variety, leads and skill in a game",
    help="""Measure what makes a game good, in matches between hard bots.

    Tether counts how many decisions have one right answer, or do not matter; how varied answers and winners are; how
    often the leader changes; and how much better a hard bot does than one that clicks the first answer.
    """,
    examples="  tether lab quality cabinet --seats 3\n"
    "  tether lab quality cabinet --rules cabinet/seed --budget 40\n"
    "  tether lab quality outposts --seats 4 --budget 5min",
)  # fmt: skip

report = Command(
    "report",
    "lab.cli.report:report",
    STORE,
    Option(
        "--out", type=OutFile(), metavar="FILE",
        help="The page (default: report.html in DIRECTORY; - for standard output).",
    ),
    shared_options.json_option(),
    summary="Write all results into one page",
    help="Summarise what is unfair, what options change and which cards are strong, and write all results into one "
    "page that needs no network and no script.",
    examples="  tether lab report tether-lab",
)  # fmt: skip

show = Command(
    "show",
    "lab.cli.report:show",
    STORE,
    Argument("match"),
    Option("--terminal", is_flag=True, help="Print the match even if there can be a window."),
    shared_options.json_option(),
    summary="Watch a match that the lab has played",
    help="""Show a match that the lab has played. MATCH is run.block.arm.rotation, as the page names it.

    Tether plays the match again, and checks that it ends as it did before.
    """,
    examples="  tether lab show tether-lab 1.0.0.2",
)

lab = Group(
    "lab",
    summary="Measure a game's balance from matches between bots",
    help="""Measure a game's balance from bot matches, with confidence intervals.

    You can stop every run with Ctrl-C; the same command continues it.
    """,
    examples="  tether lab play --seats 4                        a sample: rounds, seats, factions\n"
    "  tether lab ask base_mana                         an open option of the rules\n"
    "  tether lab compare vp_to_win=8 vp_to_win=10      two variants on the same luck\n"
    "  tether lab report tether-lab                     all results, as one page",
    commands=(play, ask, compare, cards, mend, quality, ladder, tune, report, show),
)
