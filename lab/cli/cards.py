"""The command `tether lab cards`: the strength of each card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Unpack

import click

from lab.cli import common
from lab.run.design import Design
from net.text.sanitizer import print_json, print_lines, print_table

if TYPE_CHECKING:
    from lab.run.metrics import Columns
    from lab.run.run import RunState
    from lab.run.store import Store
    from lab.studies.card_strength import CardStrength


def cards(bans: float, names: str, **fields: Unpack[common.Playing]) -> int:
    """Measure the strength of each card, print it, and return an exit code."""
    given = common.play_options(fields)
    from lab.games.cards import cards_of, games_with_cards

    available = [card.name for card in cards_of(given.game)]
    if not available:
        others = ", ".join(games_with_cards())
        raise click.UsageError(f"{given.game} has no cards to do without; there are those of {others}")
    wanted = _names(names, available, given.game)
    rungs: dict[str, list[CardStrength]] = {}
    own = ", ".join(given.bots)

    def words(columns: Sequence[Columns]) -> list[str]:
        return [f"{len(available)} cards, one regression at the end"]

    def then(store: Store, ran: RunState) -> None:
        from lab.studies.card_strength import similar_runs, strengths_of_run

        for run in similar_runs(store, ran.run):
            if run.id == ran.run.id or ", ".join(run.design.arms[0].bots) != own:
                rungs[", ".join(run.design.arms[0].bots)] = strengths_of_run(store, run)

    ran = common.run(
        given, Design("cards", (given.arm()._replace(bans=round(100 * bans)),), given.seed), words, then=then
    )
    from lab.studies.card_strength import card_verdicts

    shown, verdicts = [item for item in rungs[own] if item.name in wanted], card_verdicts(rungs)
    if given.as_json:
        cards = [{**item._asdict(), "sure": item.sure, "plays": item.plays, "verdict": verdicts[item.name]}
                 for item in shown]  # fmt: skip
        data = {"comparisons": len(rungs[own]), "rungs": list(rungs), "cards": cards}
        print_json(common.run_summary(given, ran) | data)
        return common.exit_code_of(ran)
    rows = [
        (item.name, f"{100 * item.effect:+.1f} ± {100 * item.half:.1f}",
         "-" if item.plays is None else f"{item.plays:.2f}", str(item.gained),
         item.price, verdicts[item.name])
        for item in shown if item.played
    ]  # fmt: skip
    if rows:
        print_table(("Card", "Strength, points", "Plays per gain", "Gained", "Price", ""), rows)
    print_lines(*_verdict_sentences(rungs, own, shown, verdicts), *common.end_sentences(given, ran))
    return common.exit_code_of(ran)


def _verdict_sentences(
    rungs: Mapping[str, Sequence[CardStrength]],
    own: str,
    shown: Sequence[CardStrength],
    verdicts: Mapping[str, str],
) -> Iterator[str]:
    """Yield the verdicts as sentences, with their evidence."""
    from lab.studies.card_strength import HARMS, HELPS, unplayed_cards

    if not rungs[own]:
        yield "Too few matches for this number of cards: no strengths yet."
        return
    for verdict in (HARMS, HELPS):
        named = [item.name for item in shown if verdicts[item.name] == verdict]
        if named:
            yield f"{verdict.capitalize()}: {', '.join(named)}; two rungs agree."
    never = [item.name for item in unplayed_cards(shown)]
    if never:
        yield f"Never played by these bots, so of no known strength: {', '.join(never)}."
    yield f"{len(rungs[own])} cards were compared (Benjamini-Hochberg), by {' and by '.join(rungs)}."
    if len(rungs) < 2:
        yield "No verdict on a card before a second rung agrees: the same command with --bot normal."


def _names(text: str, there: Sequence[str], game: str) -> set[str]:
    """Return the named cards, or the names of all cards if `text` is empty; raise `UsageError` for an unknown card."""
    if not text:
        return set(there)
    by_word = {name.lower(): name for name in there}
    wanted = [name.strip().lower() for name in text.split(",")]
    for name in wanted:
        if name not in by_word:
            raise click.UsageError(f"no card {name!r} of {game} can be denied; tether cards  --game {game} lists all")
    return {by_word[name] for name in wanted}
