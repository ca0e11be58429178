"""Exclusions of seats from a match: their first step, the votes, and the return (PROTOCOL part 14).

All of this follows from the signed log alone. The reason for an exclusion does not: a seat that is gone looks the same
as a seat whose packets the others drop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.engine.text.words import capitalise, format_count, join_list
from net.match.quorum import CountedSet, StepVotes

UNKNOWN_EXCLUSION_NOTE = (
    "Whether a seat that was left out had gone, or the others dropped what it sent, cannot be told."
)


class Exclusion(NamedTuple):
    """Exclusion of a seat; `since` is the first step that was resolved without the seat's choice.

    `votes` are the seats that voted in that step to continue without the excluded seat. `until` is the step in which
    the excluded seat took part again, or 0 if it has not.
    """

    seat: int
    since: int
    votes: tuple[int, ...]
    until: int = 0

    def __str__(self) -> str:
        return self.describe({})

    def describe(self, names: Mapping[int, str]) -> str:
        """Return a sentence about the exclusion.

        `names` gives the names of seats; a seat without a name is called by its number.
        """
        name = names.get(self.seat, f"seat {self.seat}")
        voted = f"{join_list([names.get(seat, f'seat {seat}') for seat in self.votes])} voted for that"
        if self.until:
            last = self.until - 1
            span = f"from step {self.since} to step {last}" if last > self.since else f"in step {last}"
            return f"{capitalise(name)} was left out {span}: {voted}; then {name} came back."
        return f"{capitalise(name)} was left out from step {self.since} on: {voted}; {name} did not come back."


def update_exclusions(
    before: Iterable[Exclusion], t: int, step_votes: StepVotes, counting: CountedSet, present: Iterable[int]
) -> list[Exclusion]:
    """Return all exclusions so far, once the counted set `counting` has resolved step t.

    `present` are the seats that take part in the next step.
    """
    here = set(present)
    found = [left._replace(until=t + 1) if not left.until and left.seat in here else left for left in before]
    for seat in sorted(step_votes.present - set(counting.commits)):
        votes = {vote.seat for vote in step_votes.votes.values() if seat not in vote.W}
        found.append(Exclusion(seat, t, tuple(sorted(votes))))
    return found


def exclusion_news(exclusions: Iterable[Exclusion], t: int) -> list[str]:
    """Return a sentence for each seat that is left out from step t on, or that takes part again after it."""
    said = []
    for left in exclusions:
        if left.until == t + 1:
            said.append(f"Seat {left.seat} takes part again from here")
        if left.since == t:
            voted = join_list([f"seat {seat}" for seat in left.votes])
            said.append(f"Seat {left.seat} is left out from here: {voted} voted for that")
    return said


def describe_exclusions(
    exclusions: Iterable[Exclusion], most: int | None = None, names: Mapping[int, str] | None = None
) -> list[str]:
    """Return sentences about all exclusions, or about the first `most` and the number of the others.

    A last sentence states the limit of this knowledge. The result is empty if no seat was left out.
    """
    lines = [left.describe(names or {}) for left in exclusions]
    more = (
        [f"And {format_count(len(lines[most:]), 'more time')} later on."] if most is not None and lines[most:] else []
    )
    return [*lines[:most], *more, UNKNOWN_EXCLUSION_NOTE] if lines else []
