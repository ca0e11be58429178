"""Matches that illustrate the results of the page, each with the command that replays it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from lab.run.metrics import MatchValues, read
from lab.run.simulation import read_detail, seat_of
from lab.run.store import Run, Store
from net.text.sanitizer import html_text

Named = tuple[str, str]
"""A description of a match, and the name of the match."""


def paragraph(before: str, named: Iterable[Named], home: Path) -> str:
    """Return an HTML paragraph that lists matches with the commands that replay them, or "" if there are none."""
    links = "; ".join(
        f"{html_text(words)}: <code>tether lab show {html_text(home)} {match}</code>" for words, match in named
    )
    return f'<p class="by">{html_text(before)}: {links}.</p>' if links else ""


def name(run: Run, match: MatchValues, arm: int = 0) -> str:
    """Return the name of a match, in the form "run.block.arm.rotation"."""
    return f"{run.id}.{match.block}.{arm}.{match.rotation}"


def contrasting_matches(store: Store, run: Run) -> Iterator[Named]:
    """Yield, for each arm after the first, a match and its counterpart in the first arm.

    Both matches have the same luck, but different winners, or at least different numbers of rounds if possible.
    """
    arms = run.design.arms
    usual: dict[tuple[int, int], MatchValues] = {}
    differ: list[dict[int, tuple[MatchValues, MatchValues]]] = [{} for _ in arms]
    for match in store.matches(run):
        result = read(match, arms[match.arm].seats)
        place = result.block, result.rotation
        if match.arm == 0:
            usual[place] = result
        elif place in usual:
            weight = 2 if result.shares != usual[place].shares else 1 if result.rounds != usual[place].rounds else 0
            differ[match.arm].setdefault(weight, (usual[place], result))
    for number, by_weight in enumerate(differ):
        if by_weight:
            weight = max(by_weight)
            words = ("as with the usual", "another length", "another winner")[weight]
            first, second = by_weight[weight]
            yield f"{arms[0].name}", name(run, first)
            yield f"{arms[number].name}, {words} on the same luck", name(run, second, number)


def of_bots(store: Store, run: Run) -> Iterator[Named]:
    """Yield one match that the bot in the first chair won, and one that it did not win."""
    [arm] = run.design.arms
    seen = set()
    for match in store.matches(run):
        result = read(match, arm.seats)
        won = result.shares[seat_of(0, match.rotation, arm.seats) - 1] > 0
        if won not in seen:
            seen.add(won)
            yield f"{'won' if won else 'not won'} by {arm.chairs[0]}", name(run, result)


def of_sides(run: Run, matches: Sequence[MatchValues], sides: Iterable[str]) -> Iterator[Named]:
    """Yield, for each faction, league or seat, the first match that it won."""
    for side in sides:
        for match in matches:
            winners = {f"seat {seat}" for seat, share in enumerate(match.shares, 1) if share}
            winners |= {seat["faction"] for seat, share in zip(match.seats, match.shares) if share}
            if side in winners:
                yield f"{side} wins", name(run, match)
                break


def of_cards(store: Store, run: Run, cards: Sequence[str]) -> Iterator[Named]:
    """Yield, for each card, the first match in which it was played."""
    remaining = list(cards)
    for match in store.matches(run) if remaining else ():
        seats = read_detail(match.detail)["seats"]
        played = {card for seat in seats for card, (_, times) in seat["cards"].items() if times}
        for card in [card for card in remaining if card in played]:
            remaining.remove(card)
            yield f"{card} is played", f"{run.id}.{match.block}.{match.arm}.{match.rotation}"
        if not remaining:
            return
