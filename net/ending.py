"""The end of a match before its rules end it: conceding, and ending by consent (PROTOCOL 14.11, 14.12).

A seat says either in its feed, before its commit of a step. It counts in that step alone, if that commit counts: so
who counts says who has said what, and a step ends the match for all or for nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from core.kernel.game import Game, Standing
from core.kernel.result import FREE_FOR_ALL, kind_of
from core.kernel.telling.words import listed
from net.reading import AGREES, CONCEDES

AGREED, CONCEDED = "agreed", "conceded"
"""How a match has ended that was not played to its end: all agreed, or all but one at most have conceded."""


def ended_by(
    seats: Collection[int], present: Collection[int], conceded: Collection[int], said: Mapping[int, int]
) -> str:
    """How a step ends the match in which seats have said this of the end; "" if it does not.

    `seats` are all of the match, `conceded` those that had before, `said` has an item for each seat that counts.

    >>> ended_by((1, 2), (1, 2), (), {1: CONCEDES, 2: 0}), ended_by((1, 2, 3), (1, 2), (), {1: AGREES, 2: AGREES})
    ('conceded', 'agreed')
    >>> ended_by((1, 2, 3), (1, 2, 3), (), {1: CONCEDES, 2: AGREES, 3: 0})
    ''
    """
    anew = {seat for seat, what in said.items() if what == CONCEDES}
    staying = set(seats) - set(conceded) - anew
    if anew and len(staying) <= 1:
        return CONCEDED
    asked = staying & set(present) & said.keys()
    return AGREED if asked and all(said[seat] == AGREES for seat in asked) else ""


def standing_of(game: Game, standing: Iterable[Standing], conceded: Collection[int], ended: str) -> list[Standing]:
    """The standing of a match: where each plays for itself who has conceded comes behind all who have not. A team whose
    match was given up, and who sits alone and gives up, has lost.
    """
    places = list(standing)
    if kind_of(game, len(places)) != FREE_FOR_ALL:
        return [place._replace(rank=2) for place in places] if ended == CONCEDED else places
    if not conceded:
        return places

    def before(place: Standing) -> tuple[bool, int]:
        return place.seat in conceded, place.rank

    ranked = [place._replace(rank=1 + sum(before(other) < before(place) for other in places)) for place in places]
    return sorted(ranked, key=lambda place: place.rank)


def told(ended: str, conceded: Iterable[int]) -> list[str]:
    """How the match has ended and who has conceded, in sentences; none for most matches.

    >>> told(AGREED, ()), told("", (2, 3))
    (['All have agreed to end the match here.'], ['Seat 2 and seat 3 have conceded.'])
    """
    who = [f"seat {seat}" for seat in sorted(conceded)]
    said = [f"{listed(who).capitalize()} {'has' if len(who) == 1 else 'have'} conceded."] if who else []
    return [*said, *(["All have agreed to end the match here."] if ended == AGREED else [])]
