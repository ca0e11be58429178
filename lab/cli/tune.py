"""The command `tether lab tune`, which searches for better weights of the heuristic bot and tests them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

import click

from lab.cli import common
from lab.cli.ladder import REQUIRED_LEAD
from net.system.durable_files import write_atomically
from net.text.sanitizer import print_json, print_lines

if TYPE_CHECKING:
    from lab.run.metrics import Columns


TUNING_HELP = "All weights changed at random at once, or a few in generations of candidates."


def tune(chosen: str, proof: int, way: str, **fields: Unpack[common.Playing]) -> int:
    """Search for better weights of the bot, print them, and return an exit code."""
    given = common.play_options(fields)
    from lab.run import bot_parameters
    from lab.run.budget import read_budget
    from lab.run.executor import EngineFailed, engine_of
    from lab.run.store import rules_of
    from lab.stats.sequential import OPEN, Rung
    from lab.studies import tuning
    from lab.studies.ladder import lead_test, win_shares

    available = bot_parameters.weights_of(given.game)
    names = [name.strip() for name in chosen.split(",")] if chosen else list(available)
    unknown = [name for name in names if name not in available]
    budget = read_budget(given.budget)
    if not available or len(names) < 2:
        raise click.UsageError(f"two weights or more of: {', '.join(available) or 'none'}")
    if given.together:
        raise click.UsageError(f"weights are tuned against other weights: not in {given.game}, where all win as one")
    if unknown:
        raise click.UsageError(f"no weight {unknown[0]!r} of {given.game}; there are: {', '.join(available)}")
    if not budget.matches:
        raise click.UsageError("the budget of tuning is a number of matches, so that it can be repeated")
    fewest = tuning.min_matches(given.arm(), len(names)) if way == tuning.LOT else 1
    if budget.matches < fewest:
        raise click.UsageError(f"{len(names)} weights want a budget of {fewest} matches, better of {20 * fewest}")
    last = tuning.Generation(0, 0, "", {name: available[name] for name in names})
    try:
        with engine_of(given.engine, given.workers, given.scheduler) as engine:
            for last in tuning.tune(engine, given.arm(), names, given.seed, budget.matches, way):
                print_lines(f"Generation {last.number}, {last.matches} matches: {last.words}", err=True)
    except EngineFailed as wrong:
        raise click.ClickException(str(wrong)) from None
    design, fair = tuning.proof_design(given.arm(), last.best, given.seed), 1 / given.seats

    def tested(columns: Sequence[Columns]) -> Rung:
        return lead_test(columns, REQUIRED_LEAD)

    def words(columns: Sequence[Columns]) -> list[str]:
        return [f"the proof: {tested(columns).verdict}"]

    ran = common.run(given._replace(budget=str(proof)), design, words, lambda columns: tested(columns).verdict != OPEN)
    [share] = win_shares(ran.columns)
    told = {
        "game": given.game, "seats": given.seats, "weights": last.best,
        "usual": {name: available[name] for name in names},
        "bot": bot_parameters.bot_name(last.best), "tuned_on": f"{given.seed}/tuning", "tuning_matches": last.matches,
        "proved_on": design.seed, "proof_matches": ran.blocks * design.matches, "rules": rules_of(design),
        "share": round(share, 4), "fair": round(fair, 4),
        "verdict": tested(ran.columns).verdict,
    }  # fmt: skip
    path = given.out / f"tuned-{given.game}-{given.seats}.json"
    try:
        write_atomically(path, (json.dumps(told, indent=1) + "\n").encode("ascii"))
    except OSError as wrong:
        raise click.ClickException(f"{path} cannot be written: {wrong.strerror}") from None
    if given.as_json:
        print_json(told)
    else:
        print_lines(
            f"{told['bot']} wins {100 * share:.1f} % of {told['proof_matches']} fresh matches against the usual "
            f"weights (fair {100 * fair:.1f} %): {told['verdict']}. Saved in {path}."
        )
    return common.exit_code_of(ran)
