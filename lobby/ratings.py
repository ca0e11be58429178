"""How strong players are, by the matches whose records are at hand: reckoned here, for display only.

Only records that hold count, each match once. The method is Plackett and Luce's, as `openskill` has it: a strength and
how uncertain it is; what is shown is the strength that somebody has almost certainly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click
from openskill.models import PlackettLuce

from core.games import GAMES
from lobby.identity import fingerprint, folder
from lobby.tournament import file as tournament_file
from net import record
from net.chunkfile import BadFile, beginning
from net.outlet import say, say_table
from net.record import BadRecord, MatchRecord
from net.verify import Replay, record_genesis

COLUMNS = ("Rating", "Player", "Key", "Strength", "Uncertainty", "Matches")


class Rated(NamedTuple):
    """A verified match: its id, who sat there in seat order with their names, and the rank of each."""

    match: bytes
    identities: tuple[bytes, ...]
    names: tuple[str, ...]
    ranks: tuple[int, ...]


class Rating(NamedTuple):
    """A player's strength, how uncertain it is, and from how many matches. `shown` is almost certainly not too high."""

    identity: bytes
    name: str
    strength: float
    uncertainty: float
    matches: int

    @property
    def shown(self) -> float:
        """What is shown: three times the uncertainty below the strength."""
        return self.strength - 3 * self.uncertainty


def rate(matches: Iterable[Rated]) -> list[Rating]:
    """The ratings of all who played, the strongest first. Matches count once, in the order given."""
    model = PlackettLuce()
    ratings: dict[bytes, Rating] = {}
    seen: set[bytes] = set()
    for played in matches:
        if played.match in seen:
            continue
        seen.add(played.match)
        before = [ratings.get(identity) for identity in played.identities]
        teams = [
            [model.rating() if known is None else model.rating(mu=known.strength, sigma=known.uncertainty)]
            for known in before
        ]
        after = model.rate(teams, ranks=[float(rank) for rank in played.ranks])
        for identity, name, known, (now,) in zip(played.identities, played.names, before, after):
            matches_before = known.matches if known is not None else 0
            ratings[identity] = Rating(identity, name, float(now.mu), float(now.sigma), matches_before + 1)
    return sorted(ratings.values(), key=lambda rating: (-rating.shown, rating.identity))


def verified(kept: MatchRecord) -> Rated | None:
    """What a record counts for; None for a match without its end, a test match, or one that plays on another one, whose
    result it does not replace. Raises `BadRecord`.
    """
    if kept.origin:
        return None
    genesis = record_genesis(kept)
    if genesis.terms.game not in GAMES:
        raise BadRecord(f"a match of {genesis.terms.game!r}, which this program does not know")
    replay = Replay(kept, GAMES[genesis.terms.game])
    for _ in replay.steps():
        pass
    report = replay.report()
    if not report.complete or report.test:
        return None
    ranks = {standing.seat: standing.rank for standing in report.standing}
    ordered = tuple(ranks[seat] for seat in sorted(ranks))
    return Rated(genesis.match, genesis.terms.identities, genesis.names, ordered)


def read(path: Path) -> Iterator[Rated]:
    """The verified matches in a record or in the file of a tournament; raises `BadRecord` and `BadFile`."""
    if not tournament_file.FORM.begins(beginning(path)):
        found = [record.read(path)]
    else:
        blobs = tournament_file.read(path).blobs
        found = [record.unpack(blob) for blob in blobs if record.FORM.begins(blob[:64])]
    for kept in found:
        rated = verified(kept)
        if rated is not None:
            yield rated


@click.command(
    epilog="\b\nExamples:\n"
    "  tether ratings                               all records that this program has kept\n"
    "  tether ratings cup.tournament friday.tether\n"
)
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def ratings(files: tuple[Path, ...]) -> int:
    """Shows how strong players are, by verified records only; reckoned on this computer, for display only."""
    given = list(files) or sorted(path for end in ("tether", "tournament") for path in folder().rglob(f"*.{end}"))
    matches: list[Rated] = []
    for path in given:
        try:
            matches += read(path)
        except (BadRecord, BadFile) as bad:
            say(f"{path.name} does not count: {bad}")
    rows = rate(matches)
    if not rows:
        say("No verified match has come to its end yet.")
        return 1
    say_table(COLUMNS, map(_row, rows))
    return 0


def _row(row: Rating) -> tuple[str, ...]:
    numbers = f"{row.strength:.1f}", f"{row.uncertainty:.1f}", str(row.matches)
    return f"{row.shown:.1f}", row.name, fingerprint(row.identity), *numbers
