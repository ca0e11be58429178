"""The group `tether lab`."""

from __future__ import annotations

import click

from lab.cli.cards import cards
from lab.cli.compare import ask, compare
from lab.cli.ladder import ladder
from lab.cli.mend import mend
from lab.cli.play import play
from lab.cli.report import report, show
from lab.cli.tune import tune


@click.group(epilog="\b\nBegin with:\n  tether lab play\n")
def lab() -> None:
    """Answers a designer's questions with intervals, from matches that bots play.

    \b
    tether lab play --seats 4                        a sample: rounds, seats, factions
    tether lab ask base_mana                         an open option of the rules
    tether lab compare vp_to_win=8 vp_to_win=10      two ways to play on the same luck
    tether lab report tether-lab                     all that was found, as one page

    Every run can be stopped with Ctrl-C; the same command goes on with it.
    """


for command in (play, ask, compare, cards, mend, ladder, tune, report, show):
    lab.add_command(command)
