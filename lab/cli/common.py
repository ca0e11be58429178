"""What the commands of the lab share: their options, checked; and how a run of theirs goes."""

from __future__ import annotations

import importlib.util
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from lab.cli.app import PLAYER
from lab.run.design import Arm, Design
from net.cli import options as setting
from net.system.installation import command_for
from net.text.sanitizer import say

if TYPE_CHECKING:
    from lab.run.metrics import Columns
    from lab.run.run import Known, Ran
    from lab.run.store import Store

NEEDED = ("numpy", "scipy", "cma")


class Asked(NamedTuple):
    """What the commands that play were given, checked."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    changes: tuple[str, ...]
    factions: str
    budget: str
    engine: str
    workers: int
    scheduler: str
    seed: str
    out: Path
    as_json: bool

    def arm(self, name: str = "usual", **other: Any) -> Arm:
        """The way to play that was asked for, or another one."""
        fields: dict[str, Any] = {
            "options": tuple(sorted(self.options.items())), "bots": self.bots, "changes": self.changes,
            "factions": self.factions,
        }  # fmt: skip
        return Arm(name, self.game, self.seats, **(fields | other))

    @property
    def together(self) -> bool:
        """Whether all chairs win or lose as one, or there is but one."""
        return self.arm("usual").together


def needs_libraries() -> None:
    """A clear sentence where the libraries of the lab are not installed."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise click.ClickException(f"the lab needs {', '.join(missing)}, which are not installed: {command_for('lab')}")


def asked(fields: dict[str, Any]) -> Asked:
    """The options of `playing`, checked; raises `click.UsageError`."""
    needs_libraries()
    from lab.run.budget import BadBudget, read_budget
    from lab.run.players import NoSuchBot
    from lab.run.players import check as check_bot
    from lab.run.rule_overrides import BadChange
    from lab.run.rule_overrides import check as check_changes

    game = setting.find_game(fields["game"])
    seats = fields["seats"] or min(4, max(game.seat_counts))
    setting.check_seats(game, seats)
    options = setting.read_options(game, fields["settings"])
    bots = tuple(bot.strip() for bot in (fields.get("bots") or PLAYER).split(","))
    try:
        for bot in bots:
            check_bot(bot)
        check_changes(game.name, fields["changes"])
        read_budget(fields["budget"])
    except (NoSuchBot, BadChange, BadBudget) as wrong:
        raise click.UsageError(str(wrong)) from None
    if len(bots) > seats:
        raise click.UsageError(f"{len(bots)} bots for {seats} seats")
    if fields["engine"] == "dask" and not fields["scheduler"]:
        raise click.UsageError("--engine dask needs --scheduler ADDRESS")
    return Asked(
        game.name, seats, options, bots, tuple(fields["changes"]), fields["factions"], fields["budget"],
        fields["engine"], fields["workers"], fields["scheduler"], setting.plain_text(fields["seed"]), fields["into"],
        fields["as_json"],
    )  # fmt: skip


def run(
    given: Asked,
    design: Design,
    words: Callable[[Sequence[Columns]], list[str]],
    known: Known | None = None,
    then: Callable[[Store, Ran], None] | None = None,
    margin: float = 0.02,
) -> Ran:
    """Plays a design as was asked, and tells how it stands; raises `click.ClickException`."""
    began = time.monotonic()
    from lab.run.executor import EngineFailed, engine_of
    from lab.run.store import BadStore, Store

    try:
        with Store(given.out) as store, engine_of(given.engine, given.workers, given.scheduler) as engine:
            # Its processes start while numpy is loaded, which comes with these.
            from lab.run.budget import read_budget
            from lab.run.progress import Looking
            from lab.run.run import go

            for line in _beginning(given, store, design):
                say(line, err=True)
            with Looking(words, quiet=given.as_json) as look:
                ran = go(
                    store, engine, design, read_budget(given.budget), known or (lambda _: False), look,
                    lambda line: say(line, err=True), began=began,
                )  # fmt: skip
            store.keep(ran.run, "ended", json.dumps(ran.ended))
            store.keep(ran.run, "margin", json.dumps(margin))
            if then is not None:
                then(store, ran)
    except (BadStore, EngineFailed) as wrong:
        raise click.ClickException(str(wrong)) from None
    return ran


def _beginning(given: Asked, store: Store, design: Design) -> Iterator[str]:
    """What is about to be played, and what is there already."""
    if any(each.design == design and not each.by_these_rules for each in store.runs()):
        yield f"The matches in {given.out} were played with other rules or bots: starting again."
    before = store.blocks(store.run(design))
    if before:
        yield f"Continuing after {before} blocks in {given.out}."
    elif not given.as_json:
        arm, many = design.arms[0], f"{len(design.arms)} ways to play" if len(design.arms) > 1 else "one way to play"
        yield (
            f"{arm.rules.title}, {arm.seats} {'seat' if arm.seats == 1 else 'seats'}, {many}; budget {given.budget}. "
            "Ctrl-C stops and saves the results."
        )


def about(given: Asked, ran: Ran) -> dict[str, Any]:
    """What was played, by whom and how much of it: for programs."""
    return {
        "game": given.game, "seats": given.seats, "bots": list(given.bots), "seed": given.seed, "blocks": ran.blocks,
        "matches": ran.blocks * ran.run.design.matches, "ended": ran.ended,
    }  # fmt: skip


def ending(given: Asked, ran: Ran) -> list[str]:
    """How a run has ended, for whoever reads it."""
    matches = ran.blocks * ran.run.design.matches
    why = {"known": "every question is answered", "budget": "the budget is used up", "stopped": "stopped"}[ran.ended]
    again = "; the same command continues" if ran.ended != "known" else ""
    return [
        f"{matches} matches in {ran.blocks} blocks; {why}{again}.",
        f"Played by {', '.join(dict.fromkeys(bot for arm in ran.run.design.arms for bot in arm.chairs))}, "
        f"seed {ran.run.design.seed!r}; stored in {given.out} (tether lab report {given.out}).",
    ]


def code(ran: Ran) -> int:
    """The exit code: as a shell has it for what Ctrl-C has stopped."""
    from net.system.shutdown import INTERRUPTED

    return INTERRUPTED if ran.ended == "stopped" else 0
