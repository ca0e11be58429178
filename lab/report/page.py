"""The page of results: first all verdicts, then charts, tables and notable matches."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

from core.games.registry import GAMES
from lab.report import card_strength, replays
from lab.report import sample as samples
from lab.report.charts import Whisker, whiskers
from lab.report.components import Section, arm_title, run_notes, verdict_list
from lab.report.sample import Sample
from lab.report.style import STYLE
from lab.run.metrics import Columns, read
from lab.run.run import load_columns
from lab.run.store import Run, Store
from lab.studies.comparison import (
    EQUAL,
    UNKNOWN,
    MeasureComparison,
    compare_arms,
    comparison_text,
    luck_sentence,
    rounded,
)
from lab.studies.ladder import LoneResult, lone_result, lone_sentences
from lab.studies.rebalancing import MEND_PREFIX, VERDICT_TEXTS, rebalance_results, result_sentences
from net.text.sanitizer import html_text

MAX_PAGE_BYTES = 1_000_000
"""Maximum size of a page in bytes."""
COLUMN_HEADINGS = ("Game", "Instead of the usual", "Moves", "Equal", "Not known yet")
MAX_LISTED_NAMES = 4
"""Maximum number of names that a verdict lists.

If there are more, it states only their number, and the tables list the names.
"""


class Page(NamedTuple):
    """The page as HTML, and its verdicts as (subject, kind, sentence).

    The kinds are "moved", "equal", "helps", "open" and "".
    """

    html: str
    verdicts: list[tuple[str, str, str]]


def page(store: Store, home: Path) -> Page:
    """Return the whole page; raise `BadStore` if the store cannot be read."""
    available = [run for run in store.runs() if store.blocks(run) and all(arm.game in GAMES for arm in run.design.arms)]
    runs = [(run, load_columns(store, run)) for run in available]
    sections = list(_sections(store, runs, home))
    contrasts = [(run, many) for run, many in runs if len(many) > 1 and not run.design.purpose.startswith(MEND_PREFIX)]
    verdicts = "".join(f"<h3>{heading}</h3>{verdict_list(said)}" for heading, said, _ in sections if said)
    body = "".join(f"<section><h2>{heading}</h2>{rest}</section>" for heading, _, rest in sections)
    html = (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Tether lab</title><style>{STYLE}</style></head><body><main>"
        f"<h1>What was found</h1>{verdicts}{_contrast_table(contrasts, store)}{body}</main></body></html>\n"
    )
    return Page(html, [(unescape(heading), kind, words) for heading, said, _ in sections for kind, words in said])


def _contrast_table(runs: Sequence[tuple[Run, Sequence[Columns]]], store: Store) -> str:
    """Return an HTML table of all comparisons in the store.

    Each row lists the measures that changed, those that are equal, and those that are not known yet.
    """
    rows = ""
    for run, columns in runs:
        margin, looks = store.ended(run)
        for other in columns[1:]:
            result = compare_arms(columns[0], other, margin, looks)
            kinds: dict[str, list[str]] = {"moved": [], "equal": [], "open": []}
            for item in result:
                kinds[_kind(item)].append(item.measure.name if _kind(item) != "moved" else comparison_text(item))
            kinds["open"] = _few(kinds["open"], len(result))
            lines = [("", [arm_title(other.arm)]), ("", [other.arm.name]), *kinds.items()]
            rows += "<tr>" + "".join(
                f'<td class="{kind if names else "none"}" data-head="{head}">{html_text("; ".join(names)) or "-"}</td>'
                for head, (kind, names) in zip(COLUMN_HEADINGS, lines)
            ) + "</tr>"  # fmt: skip
    if not rows:
        return ""
    heads = "".join(f"<th>{head}</th>" for head in COLUMN_HEADINGS)
    table = f'<table class="matrix"><tr>{heads}</tr>{rows}</table>'
    return f'<section><h2>Options</h2><div class="wide">{table}</div></section>'


def _few(names: list[str], of: int) -> list[str]:
    """Return the names, or only their number if there are more than `MAX_LISTED_NAMES`."""
    return names if len(names) <= MAX_LISTED_NAMES else [f"{len(names)} of {of} measures"]


def _same_cards(run: Run, other: Run) -> bool:
    """Return True if two runs measure the same cards and differ only in their seeds and bots."""
    arms = [item.design.arms[0]._replace(bots=()) for item in (run, other)]
    return run.design.purpose == "cards" and run.rules == other.rules and arms[0] == arms[1]


def _sections(store: Store, runs: Sequence[tuple[Run, Sequence[Columns]]], home: Path) -> Iterator[Section]:
    alike: dict[str, list[Sample]] = {}
    for run, columns in runs:
        arm = run.design.arms[0]
        if run.design.purpose == "play":
            matches = [read(match, arm.seats) for match in store.matches(run)]
            alike.setdefault(json.dumps(arm._replace(bots=()).data()), []).append(Sample(run, columns[0], matches))
    for group in alike.values():
        yield _sample_section(group, home)
    told: set[int] = set()
    for run, columns in runs:
        margin, looks = store.ended(run)
        if run.design.purpose == "cards":
            if run.id not in told:
                rungs = [item for item, _ in runs if _same_cards(item, run)]
                told |= {item.id for item in rungs}
                yield card_strength.cards(store, home, rungs)
        elif run.design.purpose in ("compare bots", "rung") and len(columns) == 1:
            yield _bots(store, home, run, columns[0], margin, looks)
        elif run.design.purpose.startswith(MEND_PREFIX):
            yield _rebalancing_section(store, home, run, columns, margin, looks)
        elif len(columns) > 1:
            yield _contrast_section(store, home, run, columns, margin, looks)


# Samples --------------------------------------------------------------------------------------------------------------


def _sample_section(group: Sequence[Sample], home: Path) -> Section:
    figures = "".join(f"<figure><h3>{html_text(name)}</h3>{svg}</figure>" for name, svg in samples.figures(group))
    rest = run_notes([item.run for item in group]) + f'<div class="charts">{figures}</div>'
    said = samples.verdicts(group)
    for item in group:
        named = [*samples.notable(item), *replays.of_sides(item.run, item.matches, samples.sides(group, said))]
        rest += replays.paragraph(f"Matches by {item.bots} to look at", named, home)
    return samples.heading(group[0]), said, rest


# Contrasts ------------------------------------------------------------------------------------------------------------


def _contrast_section(
    store: Store, home: Path, run: Run, columns: Sequence[Columns], margin: float, looks: int
) -> Section:
    usual, *others = columns
    results = [(other, compare_arms(usual, other, margin, looks)) for other in others]
    lines = [
        (_kind(item), f"{other.arm.name} instead of {usual.arm.name}: {comparison_text(item)}, {item.verdict}.")
        for other, all_of_it in results
        for item in all_of_it
        if item.verdict not in (EQUAL, UNKNOWN)
    ]
    for verdict, kind in ((EQUAL, "equal"), (UNKNOWN, "open")):
        for other, all_of_it in results:
            names = [item.measure.name for item in all_of_it if item.verdict == verdict]
            if names:
                named = ", ".join(_few(names, len(all_of_it)) if kind == "open" else names)
                lines.append((kind, f"{other.arm.name} instead of {usual.arm.name}: {verdict}: {named}."))
    heads = "".join(f'<th class="n">{html_text(other.arm.name)}</th>' for other in others)
    rows = "".join(
        f"<tr><td>{html_text(item.measure.name)}</td><td class=n>{_value(item, item.first)}</td>"
        + "".join(_cell(all_of_it[place], run.design.matches) for _, all_of_it in results)
        + "</tr>"
        for place, item in enumerate(results[0][1])
    )
    together = " ".join(f"{other.arm.name}: {luck_sentence(usual, other)}" for other in others)
    table = (
        f'<div class="wide"><table><tr><th>Measure</th><th class="n">{html_text(usual.arm.name)}</th>{heads}</tr>'
        f"{rows}</table></div>"
    )
    many = sum(len(all_of_it) for _, all_of_it in results)
    words = f"{many} comparisons, held together in each contrast (Holm); margin {100 * margin:g} points. {together}"
    arm = usual.arm
    asked = run.design.purpose.removeprefix("ask ")
    title = f"{arm_title(arm)}: {asked if asked != 'compare' else ' and '.join(other.arm.name for other in others)}"
    links = replays.paragraph("Matches to look at", replays.contrasting_matches(store, run), home)
    return html_text(title), lines, f"{run_notes([run])}<p class=by>{html_text(words)}</p>{table}{links}"


def _kind(each: MeasureComparison) -> str:
    return {EQUAL: "equal", UNKNOWN: "open"}.get(each.verdict, "moved")


def _value(each: MeasureComparison, value: float) -> str:
    return f"{100 * value:.1f} %" if each.measure.kind == "share" else f"{value:.2f}"


def _cell(each: MeasureComparison, matches: int) -> str:
    """Return a cell of the table; `matches` is the number of matches in a block."""
    scale, digits = (100, 1) if each.measure.kind == "share" else (1, 2)
    half = f"{scale * each.difference.half:.{digits}f}" if each.difference.half != float("inf") else "?"
    change = f"{scale * each.difference.mean:+.{digits}f} ± {half}"
    more = f"<br>about {rounded(each.needed * matches):,} matches would do" if each.needed is not None else ""
    return f'<td class="n {_kind(each)}"><b>{html_text(each.verdict)}</b><br>{change}{more}</td>'


def _rebalancing_section(
    store: Store, home: Path, run: Run, columns: Sequence[Columns], margin: float, looks: int
) -> Section:
    """Return the section about a rebalancing run.

    It shows how each change of one number affects the wins of a faction or league.
    """
    kind, arm = run.design.purpose.removeprefix(MEND_PREFIX), columns[0].arm
    result = rebalance_results(columns, kind, margin, looks)
    lines = [
        ({VERDICT_TEXTS[EQUAL]: "equal", UNKNOWN: "open"}.get(item.verdict, "moved"), words)
        for item, words in zip(result, result_sentences(result, kind))
    ]
    rows = [
        Whisker(item.change.removeprefix(f"{kind}."), 100 * item.share.mean, 100 * min(item.share.half, 1.0))
        for item in result
    ]
    figure = f"<figure><h3>{html_text(kind)} wins</h3>{whiskers(f'{kind} wins', rows, 100 / arm.seats, ' %')}</figure>"
    by = f"<p class=by>{len(result)} verdicts, held together (Holm); margin {100 * margin:g} points.</p>"
    links = replays.paragraph("Matches to look at", replays.contrasting_matches(store, run), home)
    return (
        html_text(f"{arm_title(arm)}: mend {kind}"),
        lines,
        f'{run_notes([run])}{by}<div class="charts">{figure}</div>{links}',
    )


# Bots -----------------------------------------------------------------------------------------------------------------


def _bots(store: Store, home: Path, run: Run, columns: Columns, margin: float, looks: int) -> Section:
    result: LoneResult = lone_result(columns, margin, looks)
    second, first = columns.arm.chairs[0], columns.arm.chairs[-1]
    kind = {"better": "moved", "worse": "moved", EQUAL: "equal"}.get(result.verdict, "open")
    chart = whiskers(
        "Share won", [Whisker(second, 100 * result.share.mean, 100 * result.share.half)], 100 * result.fair, " %"
    )
    title = f"{arm_title(columns.arm)}: {second} against {first}"
    figure = f'<div class="charts"><figure><h3>Share won</h3>{chart}</figure></div>'
    links = replays.paragraph("Matches to look at", replays.of_bots(store, run), home)
    return (
        html_text(title),
        [(kind, " ".join(lone_sentences(result, first, second)))],
        run_notes([run]) + figure + links,
    )
