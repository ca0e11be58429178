"""Parts that several sections of the page share."""

from __future__ import annotations

from collections.abc import Sequence

from lab.run.design import Arm
from lab.run.store import Run
from net.text.sanitizer import html_text

Section = tuple[str, list[tuple[str, str]], str]
"""A section of the page, as (heading, verdicts, rest as HTML).

Each verdict is a pair (kind, sentence). The kinds are "moved", "equal", "helps", "open" and "".
"""


def arm_title(arm: Arm) -> str:
    """Return the name of an arm's game and its number of seats, as text."""
    return f"{arm.rules.title}, {arm.seats} {'seat' if arm.seats == 1 else 'seats'}"


def verdict_list(said: Sequence[tuple[str, str]]) -> str:
    """Return the verdicts as an HTML list."""
    return '<ul class="verdicts">' + "".join(f'<li class="{kind}">{html_text(w)}</li>' for kind, w in said) + "</ul>"


def run_notes(runs: Sequence[Run]) -> str:
    """Return notes about the bots, the seed and the version of each run, as HTML."""
    text = ""
    for run in runs:
        bots = ", ".join(dict.fromkeys(bot for arm in run.design.arms for bot in arm.chairs))
        text += (
            f'<p class="by">Run {run.id}: played by {html_text(bots)}, seed {html_text(repr(run.design.seed))}, '
            f"Tether {html_text(run.version)}, rules and bots {html_text(run.rules[:12])}.</p>"
        )
        if not run.by_these_rules:
            text += "<p class=warn>These matches were played by other rules or bots than those of this program.</p>"
        if "random" in bots:
            text += "<p class=warn>Bots that choose at random say little about people.</p>"
    return text
