"""The page of a store: verdict sentences first, then charts, tables and the matches to look at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from lab.comparing import EQUAL, UNKNOWN, Compared, compared, same_luck, told
from lab.design import Arm
from lab.ladder import Lone, lone_share, lone_words
from lab.measures import Columns, read
from lab.page import sample as samples
from lab.page.charts import Whisker, whiskers
from lab.page.sample import Sample
from lab.page.style import STYLE
from lab.running import stored
from lab.store import Run, Store
from lab.strengths import CardStrength, dead, strengths
from net.outlet import html_text

MOST = 1_000_000
"""Bytes of a page at most."""
Section = tuple[str, list[tuple[str, str]], str]
"""A heading, verdicts with their kind, and all else as HTML."""


def page(store: Store, home: Path) -> str:
    """The whole page."""
    runs = [(run, stored(store, run)) for run in store.runs() if store.blocks(run)]
    sections = list(_sections(store, runs, home))
    contrasts = [(run, columns) for run, columns in runs if len(columns) > 1]
    verdicts = "".join(f"<h3>{heading}</h3>{_list(said)}" for heading, said, _ in sections if said)
    body = "".join(f"<section><h2>{heading}</h2>{rest}</section>" for heading, _, rest in sections)
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Tether lab</title><style>{STYLE}</style></head><body><main>"
        f"<h1>What was found</h1>{verdicts}{_matrix(contrasts, store)}{body}</main></body></html>\n"
    )


def _matrix(runs: Sequence[tuple[Run, Sequence[Columns]]], store: Store) -> str:
    """All contrasts of the store in one table: what moves, what is equal, what is not known yet."""
    rows = ""
    for run, columns in runs:
        margin, final = _ended(store, run)
        for other in columns[1:]:
            found = compared(columns[0], other, margin, final)
            kinds: dict[str, list[str]] = {"moved": [], "equal": [], "open": []}
            for each in found:
                kinds[_kind(each)].append(each.measure.name if _kind(each) != "moved" else told(each))
            cells = "".join(
                f'<td class="{kind}">{html_text("; ".join(names)) or "-"}</td>' for kind, names in kinds.items()
            )
            arm = other.arm
            rows += f"<tr><td>{html_text(_where(arm))}</td><td>{html_text(arm.name)}</td>{cells}</tr>"
    if not rows:
        return ""
    heads = "".join(f"<th>{head}</th>" for head in ("Game", "Instead of the usual", "Moves", "Equal", "Not known yet"))
    table = f'<table class="matrix"><tr>{heads}</tr>{rows}</table>'
    return f'<section><h2>Options</h2><div class="wide">{table}</div></section>'


def _where(arm: Arm) -> str:
    """The game, and for how many."""
    return f"{arm.rules.title}, {arm.seats} {'seat' if arm.seats == 1 else 'seats'}"


def _ended(store: Store, run: Run) -> tuple[float, bool]:
    """The margin of a run, and whether its budget was used up."""
    kept = store.findings(run)
    return float(json.loads(kept.get("margin", "0.02"))), json.loads(kept.get("ended", '"stopped"')) == "budget"


def _sections(store: Store, runs: Sequence[tuple[Run, Sequence[Columns]]], home: Path) -> Iterator[Section]:
    alike: dict[str, list[Sample]] = {}
    for run, columns in runs:
        arm = run.design.arms[0]
        if run.design.purpose == "play":
            matches = [read(match, arm.seats) for match in store.matches(run)]
            alike.setdefault(json.dumps(arm._replace(bots=()).data()), []).append(Sample(run, columns[0], matches))
    for group in alike.values():
        yield _sample(group, home)
    for run, columns in runs:
        margin, final = _ended(store, run)
        if run.design.purpose == "cards":
            yield _cards(store, run, columns[0], home)
        elif run.design.purpose in ("compare bots", "rung"):
            yield _bots(run, columns[0], margin, final)
        elif len(columns) > 1:
            yield _contrasts(run, columns, margin, final)


# Samples --------------------------------------------------------------------------------------------------------------


def _sample(group: Sequence[Sample], home: Path) -> Section:
    figures = "".join(f"<figure><h3>{html_text(name)}</h3>{svg}</figure>" for name, svg in samples.figures(group))
    rest = _played([each.run for each in group]) + f'<div class="charts">{figures}</div>'
    for each in group:
        links = "; ".join(
            f"{words}: <code>tether lab show {html_text(home)} {match}</code>" for words, match in samples.notable(each)
        )
        rest += f'<p class="by">Matches by {html_text(each.bots)} to look at: {links}.</p>'
    return samples.heading(group[0]), samples.verdicts(group), rest


# Contrasts ------------------------------------------------------------------------------------------------------------


def _contrasts(run: Run, columns: Sequence[Columns], margin: float, final: bool) -> Section:
    usual, *others = columns
    found = [(other, compared(usual, other, margin, final)) for other in others]
    said = [
        (_kind(each), f"{other.arm.name} instead of {usual.arm.name}: {told(each)}, {each.verdict}.")
        for other, all_of_it in found
        for each in all_of_it
        if each.verdict not in (EQUAL, UNKNOWN)
    ]
    for other, all_of_it in found:
        for verdict in (EQUAL, UNKNOWN):
            names = [each.measure.name for each in all_of_it if each.verdict == verdict]
            if names:
                words = f"{other.arm.name} instead of {usual.arm.name}: {verdict}: {', '.join(names)}."
                said.append(("equal" if verdict == EQUAL else "open", words))
    heads = "".join(f'<th class="n">{html_text(other.arm.name)}</th>' for other in others)
    rows = "".join(
        f"<tr><td>{html_text(each.measure.name)}</td><td class=n>{_value(each, each.first)}</td>"
        + "".join(_cell(all_of_it[place]) for _, all_of_it in found)
        + "</tr>"
        for place, each in enumerate(found[0][1])
    )
    together = " ".join(f"{other.arm.name}: {same_luck(usual, other)}" for other in others)
    table = (
        f'<div class="wide"><table><tr><th>Measure</th><th class="n">{html_text(usual.arm.name)}</th>{heads}</tr>'
        f"{rows}</table></div>"
    )
    many = sum(len(all_of_it) for _, all_of_it in found)
    words = f"{many} comparisons, held together in each contrast (Holm); margin {100 * margin:g} points. {together}"
    arm = usual.arm
    asked = run.design.purpose.removeprefix("ask ")
    title = f"{_where(arm)}: {asked if asked != 'compare' else ' and '.join(other.arm.name for other in others)}"
    return html_text(title), said, f"{_played([run])}<p class=by>{html_text(words)}</p>{table}"


def _kind(each: Compared) -> str:
    return {EQUAL: "equal", UNKNOWN: "open"}.get(each.verdict, "moved")


def _value(each: Compared, value: float) -> str:
    return f"{100 * value:.1f} %" if each.measure.kind == "share" else f"{value:.2f}"


def _cell(each: Compared) -> str:
    scale, digits = (100, 1) if each.measure.kind == "share" else (1, 2)
    half = f"{scale * each.difference.half:.{digits}f}" if each.difference.half != float("inf") else "?"
    change = f"{scale * each.difference.mean:+.{digits}f} ± {half}"
    return f'<td class="n {_kind(each)}"><b>{html_text(each.verdict)}</b><br>{change}</td>'


# Bots -----------------------------------------------------------------------------------------------------------------


def _bots(run: Run, columns: Columns, margin: float, final: bool) -> Section:
    found: Lone = lone_share(columns, margin, final)
    second, first = columns.arm.chairs[0], columns.arm.chairs[-1]
    kind = {"better": "moved", "worse": "moved", EQUAL: "equal"}.get(found.verdict, "open")
    chart = whiskers(
        "Share won", [Whisker(second, 100 * found.share.mean, 100 * found.share.half)], 100 * found.fair, " %"
    )
    title = f"{_where(columns.arm)}: {second} against {first}"
    figure = f'<div class="charts"><figure><h3>Share won</h3>{chart}</figure></div>'
    return html_text(title), [(kind, " ".join(lone_words(found, first, second)))], _played([run]) + figure


# Cards ----------------------------------------------------------------------------------------------------------------


def _cards(store: Store, run: Run, columns: Columns, home: Path) -> Section:
    found = strengths(run.design.arms[0], run.design.seed, store.matches(run))
    sure = [each for each in found if each.sure]
    said = [
        ("moved", f"{each.name}: {100 * each.effect:+.1f} ± {100 * each.half:.1f} points to who may use it.")
        for each in sure
    ]
    unplayed = [each.name for each in dead(found)]
    if unplayed:
        said.append(("open", f"Never played by these bots, so of no known strength: {', '.join(unplayed)}."))
    rows = "".join(_card_row(each) for each in found if each.played)
    table = (
        '<div class="wide"><table><tr><th>Card</th><th class="n">Strength, points</th><th class="n">Adjusted p</th>'
        f'<th class="n">Plays per gain</th><th class="n">Gained</th><th class="n">Price</th></tr>{rows}</table></div>'
    )
    words = f"{len(found)} cards, one regression; p adjusted for all of them (Benjamini-Hochberg)."
    title = f"{_where(columns.arm)}: cards"
    return html_text(title), said, f"{_played([run])}<p class=by>{words}</p>{table}"


def _card_row(each: CardStrength) -> str:
    kind = ("moved" if each.effect > 0 else "open") if each.sure else ""
    per = f"{each.played / each.gained:.2f}" if each.gained else "-"
    return (
        f'<tr class="{kind}"><td><b>{html_text(each.name)}</b></td>'
        f"<td class=n>{100 * each.effect:+.1f} ± {100 * each.half:.1f}</td><td class=n>{each.chance:.3f}</td>"
        f"<td class=n>{per}</td><td class=n>{each.gained}</td><td class=n>{html_text(each.price)}</td></tr>"
    )


# Pieces ---------------------------------------------------------------------------------------------------------------


def _list(said: Sequence[tuple[str, str]]) -> str:
    return '<ul class="verdicts">' + "".join(f'<li class="{kind}">{html_text(w)}</li>' for kind, w in said) + "</ul>"


def _played(runs: Sequence[Run]) -> str:
    """Who played what, and what is to be known of it."""
    said = ""
    for run in runs:
        bots = ", ".join(dict.fromkeys(bot for arm in run.design.arms for bot in arm.chairs))
        said += (
            f'<p class="by">Run {run.id}: played by {html_text(bots)}, seed {html_text(repr(run.design.seed))}, '
            f"Tether {html_text(run.version)}, rules and bots {html_text(run.rules[:12])}.</p>"
        )
        if not run.by_these_rules:
            said += "<p class=warn>These matches were played by other rules or bots than those of this program.</p>"
        if "random" in bots:
            said += "<p class=warn>Bots that choose at random say little about people.</p>"
    return said
