"""Options and checks that the commands of the lab share, and the display of progress."""

from __future__ import annotations

import importlib.util
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

import click

from core.engine.changed_game import ChangedGame, printed_game
from core.engine.options import Value
from lab.cli.app import PLAYER
from lab.run.design import Arm, Design
from net.cli.arguments import options as setting
from net.cli.games.rules import game_of_ruleset
from net.system.installation import install_command
from net.text.sanitizer import Json, print_lines

if TYPE_CHECKING:
    from lab.run.metrics import Columns
    from lab.run.run import Known, RunState
    from lab.run.store import Store

REQUIRED_LIBRARIES = ("numpy", "scipy", "cma")


class Bots(TypedDict, total=False):
    """Value of the option `--bots`; the command `tether lab ladder` has no such option."""

    bots: str


class Sampling(TypedDict):
    """Values of the options of commands that play matches but store none, as the user typed them."""

    game: str
    seats: int
    settings: tuple[str, ...]
    changes: tuple[str, ...]
    rules: Path | None
    budget: str
    engine: str
    workers: int
    seed: str
    as_json: bool


class Playing(Sampling, Bots):
    """Values of the options of commands that play matches and store them (see `lab.cli.app`)."""

    factions: str
    scheduler: str
    into: Path


class PlayOptions(NamedTuple):
    """Checked options of commands that play matches."""

    game: str
    seats: int
    options: dict[str, Value]
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

    def arm(self, name: str = "usual") -> Arm:
        """Return the arm of an experiment that these options describe."""
        options = tuple(sorted(self.options.items()))
        return Arm(name, self.game, self.seats, options, self.bots, self.changes, factions=self.factions)

    @property
    def together(self) -> bool:
        """True if all chairs win or lose together, or if there is only one chair."""
        return self.arm("usual").together


def needs_libraries() -> None:
    """Raise `click.ClickException` if the libraries of the lab are not installed."""
    missing = [name for name in REQUIRED_LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:
        raise click.ClickException(
            f"the lab needs {', '.join(missing)}, which are not installed: {install_command('lab')}"
        )


def play_options(fields: Playing) -> PlayOptions:
    """Return the checked options; raise `click.UsageError` if one of them is invalid."""
    needs_libraries()
    from lab.games.entry import BadChange
    from lab.run.budget import BadBudget, read_budget
    from lab.run.players import NoSuchBot
    from lab.run.players import check as check_bot
    from lab.run.rulesets import check as check_changes

    ruled = fields.get("rules")
    game = printed_game(game_of_ruleset(ruled, fields["game"]))
    seats = fields["seats"] or min(4, max(game.seat_counts))
    setting.check_seats(game, seats)
    options, changes = setting.read_options(game, fields["settings"]), tuple(fields["changes"])
    if ruled is not None:
        others, more = ruleset_changes(ruled, game.name)
        options, changes = {**others, **options}, (*more, *changes)
    bots = tuple(bot.strip() for bot in (fields.get("bots") or PLAYER).split(","))
    try:
        for bot in bots:
            check_bot(bot)
        check_changes(game.name, changes)
        read_budget(fields["budget"])
    except (NoSuchBot, BadChange, BadBudget) as wrong:
        raise click.UsageError(str(wrong)) from None
    if len(bots) > seats:
        raise click.UsageError(f"{len(bots)} bots for {seats} seats")
    if fields["engine"] == "dask" and not fields["scheduler"]:
        raise click.UsageError("--engine dask needs --scheduler ADDRESS")
    return PlayOptions(
        game.name, seats, options, bots, changes, fields["factions"], fields["budget"],
        fields["engine"], fields["workers"], fields["scheduler"], setting.plain_text(fields["seed"]), fields["into"],
        fields["as_json"],
    )  # fmt: skip


def ruleset_changes(path: Path, game: str) -> tuple[dict[str, Value], tuple[str, ...]]:
    """Return the options and the changes of a ruleset file; raise `click.UsageError` if it is for another game."""
    ruled = game_of_ruleset(path, game)
    if printed_game(ruled).name != game:
        raise click.UsageError(f"{path} is for {printed_game(ruled).title}")
    if not isinstance(ruled, ChangedGame):
        return {}, ()
    return ruled.rulesets.parse(ruled.text).options, tuple(filter(None, ruled.content.split("\n")))


def run(
    given: PlayOptions,
    design: Design,
    words: Callable[[Sequence[Columns]], list[str]],
    known: Known | None = None,
    then: Callable[[Store, RunState], None] | None = None,
    margin: float = 0.02,
) -> RunState:
    """Play the matches of a design, display the progress, and return the final state.

    Raise `click.ClickException` if the store or the engine fails.
    """
    started = time.monotonic()
    from lab.run.executor import EngineFailed, engine_of
    from lab.run.store import BadStore, Store

    try:
        with Store(given.out) as store, engine_of(given.engine, given.workers, given.scheduler) as engine:
            # Its processes start while these imports load numpy.
            from lab.run.budget import read_budget
            from lab.run.progress import RunProgress
            from lab.run.run import play_run

            for line in _beginning(given, store, design):
                print_lines(line, err=True)
            with RunProgress(words, quiet=given.as_json) as look:
                ran = play_run(
                    store, engine, design, read_budget(given.budget), known or (lambda _: False), look,
                    lambda line: print_lines(line, err=True), began=started,
                )  # fmt: skip
            if ran.ended == "budget":
                ran = ran._replace(looks=store.add_look(ran.run))
            store.keep(ran.run, "ended", json.dumps(ran.ended))
            store.keep(ran.run, "margin", json.dumps(margin))
            if then is not None:
                then(store, ran)
    except (BadStore, EngineFailed) as wrong:
        raise click.ClickException(str(wrong)) from None
    return ran


def _beginning(given: PlayOptions, store: Store, design: Design) -> Iterator[str]:
    """Yield sentences about the matches to be played, and about those already stored."""
    if any(item.design == design and not item.by_these_rules for item in store.runs()):
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


def run_summary(given: PlayOptions, ran: RunState) -> Json:
    """Return the bots, the seed and the size of a run as JSON data."""
    return {
        "game": given.game, "seats": given.seats, "bots": list(given.bots), "seed": given.seed, "blocks": ran.blocks,
        "matches": ran.blocks * ran.run.design.matches, "ended": ran.ended,
    }  # fmt: skip


def end_sentences(given: PlayOptions, ran: RunState) -> list[str]:
    """Return sentences that tell the user how a run ended."""
    matches = ran.blocks * ran.run.design.matches
    why = {"known": "every question is answered", "budget": "the budget is used up", "stopped": "stopped"}[ran.ended]
    again = "; the same command continues" if ran.ended != "known" else ""
    continued = (
        [f"Continued {ran.final - 1} times; each time leaves a quarter of the error level for the next end."]
        if ran.final > 1
        else []
    )
    return [
        f"{matches} matches in {ran.blocks} blocks; {why}{again}.",
        *continued,
        f"Played by {', '.join(dict.fromkeys(bot for arm in ran.run.design.arms for bot in arm.chairs))}, "
        f"seed {ran.run.design.seed!r}; stored in {given.out} (tether lab report {given.out}).",
    ]


def exit_code_of(ran: RunState) -> int:
    """Return the exit code of a run: 0, or the usual code after Ctrl-C."""
    from net.system.shutdown import INTERRUPTED_EXIT_CODE

    return INTERRUPTED_EXIT_CODE if ran.ended == "stopped" else 0
