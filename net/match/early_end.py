"""Early ends of a match: by concession, or by consent of all seats (PROTOCOL 14.11, 14.12).

A seat makes either declaration in its feed, before its commit of a step. The declaration counts in that step alone, and
only if that commit counts. Therefore the counted set also determines the declarations, and a step ends the match for
all seats or for none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from core.engine.game import Game, Standing
from core.engine.result import FREE_FOR_ALL, kind_of
from core.engine.text.words import join_list
from net.match.feed_reader import AGREES, CONCEDES

AGREED, CONCEDED = "agreed", "conceded"
"""The two kinds of early end: all seats have agreed to it, or at most one seat has not conceded."""


def early_end_kind(
    seats: Collection[int], present: Collection[int], conceded: Collection[int], declarations: Mapping[int, int]
) -> str:
    """Return the kind of early end that a step causes, or "" if the match continues.

    `seats` are all seats of the match, and `conceded` are those that conceded earlier. `declarations` contains the
    declaration of each seat that counts in the step.

    >>> early_end_kind((1, 2), (1, 2), (), {1: CONCEDES, 2: 0})
    'conceded'
    >>> early_end_kind((1, 2, 3), (1, 2), (), {1: AGREES, 2: AGREES})
    'agreed'
    >>> early_end_kind((1, 2, 3), (1, 2, 3), (), {1: CONCEDES, 2: AGREES, 3: 0})
    ''
    """
    anew = {seat for seat, what in declarations.items() if what == CONCEDES}
    staying = set(seats) - set(conceded) - anew
    if anew and len(staying) <= 1:
        return CONCEDED
    asked = staying & set(present) & declarations.keys()
    return AGREED if asked and all(declarations[seat] == AGREES for seat in asked) else ""


def final_standing(
    game: Game, standing: Iterable[Standing], conceded: Collection[int], ended: str, broke: Collection[int] = ()
) -> list[Standing]:
    """Return the final standing, after moving the seats in `conceded` and in `broke` to their places.

    If each seat plays for itself, a seat that conceded ranks behind all others. A seat that broke a rule ranks last and
    is never first. A team or a lone seat loses a match that was given up, or in which one of its seats broke a rule
    (14.12, 14.13).
    """
    places = list(standing)
    if kind_of(game, len(places)) != FREE_FOR_ALL:
        return [place._replace(rank=2) for place in places] if ended == CONCEDED or broke else places
    if not conceded and not broke:
        return places

    def before(place: Standing) -> tuple[bool, bool, int]:
        breaker = place.seat in broke
        return breaker, place.seat in conceded and not breaker, 0 if breaker else place.rank

    def rank(place: Standing) -> int:
        return max(1 + (place.seat in broke), 1 + sum(before(other) < before(place) for other in places))

    return sorted((place._replace(rank=rank(place)) for place in places), key=lambda place: place.rank)


def describe_early_end(ended: str, conceded: Iterable[int], broke: Iterable[int] = ()) -> list[str]:
    """Return sentences on who conceded, who broke a rule, and if all agreed to a draw.

    The list is empty for most matches.

    >>> describe_early_end(AGREED, ()), describe_early_end("", (2, 3))
    (['All agreed to a draw.'], ['Seat 2 and seat 3 have conceded.'])
    >>> describe_early_end("", (), (2,))
    ['Seat 2 has broken a rule and cannot win.']
    """
    said = []
    for seats, words in ((conceded, "conceded"), (broke, "broken a rule and cannot win")):
        if who := [f"seat {seat}" for seat in sorted(seats)]:
            said.append(f"{join_list(who).capitalize()} {'has' if len(who) == 1 else 'have'} {words}.")
    return [*said, *(["All agreed to a draw."] if ended == AGREED else [])]
