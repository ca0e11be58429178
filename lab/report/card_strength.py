"""The section of the page about the strength of cards: their effect, how often they are played, and their price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from lab.report import replays
from lab.report.charts import Whisker, whiskers
from lab.report.components import Section, arm_title, run_notes
from lab.run.store import Run, Store
from lab.studies.card_strength import (
    DISPUTED_VERDICT,
    HARMS,
    HELPS,
    CardStrength,
    card_verdicts,
    strengths_of_run,
    unplayed_cards,
)
from net.text.sanitizer import html_text

MAX_LINKED_CARDS = 12
"""Maximum number of cards for which the section names a match."""
CARDS_PER_END = 10
"""Number of the strongest cards in the chart, and also of the weakest ones."""
VERDICT_KINDS = {HELPS: "helps", HARMS: "moved", DISPUTED_VERDICT: "open"}


def cards(store: Store, home: Path, runs: Sequence[Run]) -> Section:
    """Return the section about runs that measure the same cards with different bots."""
    by_bots = {", ".join(run.design.arms[0].bots): run for run in runs}
    rungs = {rung: strengths_of_run(store, run) for rung, run in by_bots.items()}
    title = html_text(f"{arm_title(runs[0].design.arms[0])}: cards")
    rungs = {rung: item for rung, item in rungs.items() if item}
    if not rungs:
        return title, [("open", "Too few matches for this number of cards: no strengths yet.")], run_notes(runs)
    verdicts = card_verdicts(rungs)
    counts = ", ".join(f"{rung}: {_match_count(store, by_bots[rung])} matches" for rung in rungs)
    words = f"One regression for each rung ({counts}); p adjusted for all {len(verdicts)} cards (Benjamini-Hochberg)."
    sure = [name for name, verdict in verdicts.items() if verdict][:MAX_LINKED_CARDS]
    links = replays.paragraph("Matches to look at", replays.of_cards(store, runs[0], sure), home)
    rest = f"{run_notes(runs)}<p class=by>{html_text(words)}</p>{_chart_figures(rungs)}{_table(rungs, verdicts)}{links}"
    return title, _verdict_sentences(rungs, verdicts), rest


def _match_count(store: Store, run: Run) -> int:
    return store.blocks(run) * run.design.matches


def _verdict_sentences(
    rungs: Mapping[str, Sequence[CardStrength]], verdicts: Mapping[str, str]
) -> list[tuple[str, str]]:
    first, *_ = rungs.values()
    by = " and ".join(rungs)
    lines = []
    for verdict in (HARMS, HELPS, DISPUTED_VERDICT):
        named = [f"{element.name} ({_points(element)})" for element in first if verdicts[element.name] == verdict]
        if named:
            lines.append((VERDICT_KINDS[verdict], f"{verdict.capitalize()}: {', '.join(named)}. By {by}."))
    alone = [f"{name} {verdict}" for name, verdict in verdicts.items() if verdict and verdict not in VERDICT_KINDS]
    if alone:
        lines.append(("open", f"No verdict before a second rung agrees: {'; '.join(alone)}."))
    never = [
        element.name for element in unplayed_cards(first) if all(element.name in _dead(item) for item in rungs.values())
    ]
    if never:
        lines.append(("open", f"Never played by {by}, so of no known strength: {', '.join(never)}."))
    return lines


def _dead(found: Sequence[CardStrength]) -> set[str]:
    return {item.name for item in unplayed_cards(found)}


def _chart_figures(rungs: Mapping[str, Sequence[CardStrength]]) -> str:
    figures = ""
    for rung, item in rungs.items():
        alive = [element for element in item if element.played]
        parts = (
            (("Strongest", alive[:CARDS_PER_END]), ("Weakest", alive[-CARDS_PER_END:]))
            if len(alive) > 2 * CARDS_PER_END
            else (("All", alive),)
        )
        for words, few in parts:
            rows = [Whisker(element.name, 100 * element.effect, 100 * element.half) for element in few]
            title = f"{words} cards by {rung}, points"
            figures += (
                f"<figure><h3>{html_text(title)}</h3>{whiskers(title, rows, 0.0, named='', lowest=None)}</figure>"
            )
    return f'<div class="charts">{figures}</div>'


def _points(each: CardStrength) -> str:
    return f"{100 * each.effect:+.1f} ± {100 * each.half:.1f}"


def _table(rungs: Mapping[str, Sequence[CardStrength]], verdicts: Mapping[str, str]) -> str:
    first, *_ = rungs.values()
    by_name = [{item.name: item for item in found} for found in rungs.values()]
    heads = "".join(
        f'<th class="n">Points{by}</th><th class="n">Plays per gain</th><th class="n">Gained</th>'
        for by in ([f", {html_text(rung)}" for rung in rungs] if len(rungs) > 1 else [""])
    )
    rows = ""
    for item in first:
        found = [cards[item.name] for cards in by_name if item.name in cards]
        if any(card.played for card in found):
            cells = "".join(_table_cells(card) for card in found)
            verdict = verdicts[item.name]
            rows += (
                f'<tr class="{VERDICT_KINDS.get(verdict, "")}"><td><b>{html_text(item.name)}</b></td>'
                f"<td>{html_text(verdict)}</td>{cells}<td class=n>{html_text(item.price)}</td></tr>"
            )
    return (
        f'<div class="wide"><table><tr><th>Card</th><th>Verdict</th>{heads}<th class="n">Price</th></tr>'
        f"{rows}</table></div>"
    )


def _table_cells(each: CardStrength) -> str:
    plays = "-" if each.plays is None else f"{each.plays:.2f}"
    points = _points(each) if each.played else "-"
    return f"<td class=n>{points}</td><td class=n>{plays}</td><td class=n>{each.gained}</td>"
