"""The moment in which a match ends: the winners, what decided it, and their crests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.table.animation.moment import MomentContent
from client.table.seats.ending import headline, winners
from client.table.seats.names import Names
from client.ui.richtext import plain_text
from core.engine.game import Game, Standing, State
from core.engine.result import FREE_FOR_ALL, TEAM, Outcome
from core.engine.text.words import capitalise, join_list

if TYPE_CHECKING:
    from client.table.match.controller import MatchController

SECONDS = 3.6


def deciding_sentence(
    names: Names, game: Game, state: State, standing: tuple[Standing, ...], length: str
) -> str:  # fmt: skip
    """Return the winners' score as a sentence, or "" if the game has no score.

    `length` is the length of the match in words, such as "after 7 rounds".
    """
    heads = game.headings(state)
    score = dict(standing[0].score).get(heads[0][1]) if heads else None
    if score is None:
        return ""
    whom = capitalise(join_list(map(names.plain_name, winners(standing))))
    what = "points" if heads[0][0] == "Points" else heads[0][0]
    return f"{whom} reached {score} {what} {length}."


def victory_moment(match: MatchController) -> MomentContent | None:
    """Return the moment of the end, or None if nobody wins or loses, as in a draw."""
    table, early, standing = match.table, match.match_end, match.standing
    kind, first = table.kind, winners(match.standing)
    if early.title or (kind == FREE_FOR_ALL and not first):
        return None
    ending = match.make_ending()
    details = ending.why
    words = plain_text(early.end_line())
    if not words and kind == FREE_FOR_ALL:
        words = deciding_sentence(match.names, table.game, match.model.table, standing, ending.note)
    if early.victory_reason:
        details = early.victory_reason
    if not words:
        words, details = details, capitalise(ending.note)
    details += "." if details and details[-1] not in ".!?" else ""
    words += "." if words and words[-1] not in ".!?" else ""
    everyone = tuple(place.seat for place in standing)
    won = not match.names.own or match.names.own in first
    return MomentContent(
        headline(match.names, Outcome(kind, first)),
        words,
        details,
        tuple(sorted(everyone)) if kind == TEAM else first or everyone,
        f"seat_{first[0]}" if len(first) == 1 and kind != TEAM else "accent" if first else "bad",
        bool(first) and won,
        seconds=SECONDS,
    )
