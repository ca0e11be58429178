"""Questions for locked choices of a card, with one script per kind (`client.table.pick.script`).

A script asks for the choices that the card's own declaration locks (core/games/bridgefront/choices.py). Therefore the
board lights exactly the targets that the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

from client.games.bridgefront.targets import TargetScript
from client.table.pick.script import ENOUGH, Picks
from core.engine.hidden.piles import Card
from core.engine.text.words import format_count
from core.games.bridgefront import choices, walks
from core.games.bridgefront.choices import AnyChoice, ChoiceContext
from core.games.bridgefront.decisions import Walk
from core.games.bridgefront.effects.conditions import PickedChoice, PickIndex
from core.games.bridgefront.walk_choice import WalkChoice


class Stack(NamedTuple):
    """Answer to the question "stack": the Forces and Champions that walk."""

    forces: int
    champions: tuple[int, ...]


def ask_choice(choice: AnyChoice, c: ChoiceContext) -> TargetScript:
    """Ask for one locked choice; a choice without a legal value asks nothing and stays empty (8.1)."""
    return CHOICE_SCRIPTS[type(choice)](choice, c)


def _one(kind: str, words: str, choice: AnyChoice, c: ChoiceContext, why: str) -> TargetScript:
    targets = tuple(choice.legal_values(c))
    if not targets:
        return choice.empty
    value = yield Picks(kind, words, targets, choice.optional, why)
    return choice.empty if value == ENOUGH else value


def _ask_hex(choice: choices.HexChoice, c: ChoiceContext) -> TargetScript:
    words = choice.place.words
    return _one("hex", f"Choose {words}.", choice, c, f"Choose {words}.")


def _ask_place(choice: choices.CapitalPlaceChoice, c: ChoiceContext) -> TargetScript:
    targets = tuple(choice.legal_values(c))
    if not targets:
        return None
    home = c.state.capital[c.seat]
    words = "Where? Your Capital or a hex that serves as it."
    places = (home, *targets) if choice.can_be_empty(c) else targets
    value = yield Picks("hex", words, places, False, "Choose your Capital or a hex that serves as it.")
    return None if value == home else value


def _ask_hexes(choice: choices.HexPairChoice, c: ChoiceContext) -> TargetScript:
    hexes = tuple(choice.place.hexes(c.state, c.seat))
    if len(hexes) < 2:
        return ()
    why = f"Choose {choice.place.words}."
    a = yield Picks("hex", "Choose the first hex.", hexes, False, why)
    b = yield Picks("hex", "Choose the second hex.", tuple(h for h in hexes if h != a), False, why, (a,))
    return tuple(sorted((a, b)))


def _ask_edges(choice: choices.EdgesChoice, c: ChoiceContext) -> TargetScript:
    chosen: tuple[int, ...] = ()
    what = "a Bridge" if choice.bridged else "a free edge"
    where = " with an end in a hex you occupy" if choice.here else ""
    while len(chosen) < choice.most:
        pool = tuple(e for e in choice.candidate_edges(c) if e not in chosen)
        if not pool:
            break
        enough = len(chosen) >= max(1, choice.least)
        words = f"Choose {what}{where}" + (f" ({len(chosen)} of at most {choice.most})." if choice.most > 1 else ".")
        value = yield Picks("edge", words, pool, enough, f"Choose {what}{where}.", chosen)
        if value == ENOUGH:
            break
        chosen = (*chosen, value)
    return chosen


def _ask_bridge_at(choice: choices.BridgeChoice, c: ChoiceContext) -> TargetScript:
    return _one("edge", "Choose the Bridge to destroy.", choice, c, "Choose a Bridge that ends in that hex.")


def _ask_pivot(choice: choices.PivotChoice, c: ChoiceContext) -> TargetScript:
    pairs = tuple(choice.legal_values(c))
    if not pairs:
        return ()
    value: list[int | None] = []
    for i, words in enumerate(("Choose the Bridge to destroy.", "Choose the edge to build on.")):
        targets = tuple(dict.fromkeys(pair[i] for pair in pairs if pair[i] is not None))
        if targets:
            why = "Choose an edge that ends in that hex."
            value.append((yield Picks("edge", words, targets, False, why, tuple(value))))
        else:
            value.append(None)
    return tuple(value)


def _ask_champion(choice: choices.ChampionChoice, c: ChoiceContext) -> TargetScript:
    words = choice.target.words
    return _one("champion", f"Choose {words}.", choice, c, f"Choose {words}. It must not be shielded.")


def _stacks(choice: WalkChoice, c: ChoiceContext, start: int) -> tuple[Stack, ...]:
    """Return the stacks in a hex that have a legal move.

    A second stack consists of units that the first one has left in the hex.
    """
    there = c.state.forces[c.seat].get(start, 0)
    champions = [x.copy for x in c.state.champions_at(start, c.seat)]
    first = c.before[-1] if choice.second else None
    if first is not None and first.start == start:
        there -= first.forces
        champions = [copy for copy in champions if copy not in first.champions]
    found = []
    for n in range(len(champions) + 1):
        for named in combinations(champions, n):
            for forces in range(there + 1):
                allowed = (forces == 1 and not named) if choice.gait.one_force else (forces or named)
                if allowed and _ways(choice, c, forces, named, start):
                    found.append(Stack(forces, named))
    return tuple(found)


def _ways(choice: WalkChoice, c: ChoiceContext, forces: int, named: tuple[int, ...], at: int) -> tuple[int, ...]:
    return tuple(sorted(walks.next_steps(c.state, c.seat, choice.gait, forces, named, at, choice.built_edges(c))))


def _ask_walk(choice: WalkChoice, c: ChoiceContext) -> TargetScript:
    if choice.second and c.before[-1] is None:
        return None
    by_start = {start: _stacks(choice, c, start) for start in sorted(c.state.occupied_hexes(c.seat))}
    starts = tuple(start for start, stacks in by_start.items() if stacks)
    if not starts:
        return None
    words = "Which second stack walks?" if choice.second else "Which stack walks?"
    start = yield Picks("hex", words, starts, choice.optional, "No stack of yours can leave this hex.")
    if start == ENOUGH:
        return None
    stacks = by_start[start]
    stack = stacks[0]
    if len(stacks) > 1:
        stack = yield Picks("stack", "Which units walk?", stacks, False, "These units cannot leave this hex.", (start,))
    return (yield from _ask_path(choice, c, start, stack))


def _shortest_routes(
    choice: WalkChoice, c: ChoiceContext, stack: Stack, at: int, left: int
) -> dict[int, tuple[int, ...]]:
    """Return every hex at most `left` steps away, each with the shortest path to it."""
    found: dict[int, tuple[int, ...]] = {}
    front: list[tuple[int, ...]] = [()]
    for _ in range(left):
        beyond = []
        for path in front:
            here = path[-1] if path else at
            if path and walks.must_stop(c.state, c.seat, choice.gait, here):
                continue
            for there in _ways(choice, c, *stack, here):
                if there not in found and there != at:
                    found[there] = (*path, there)
                    beyond.append(found[there])
        front = beyond
    return found


def _ask_path(choice: WalkChoice, c: ChoiceContext, start: int, stack: Stack) -> TargetScript:
    """Ask for the end of a walk.

    The walk follows the shortest path, or a path through the hexes chosen before.
    """
    far = walks.reach(c.state, c.seat, choice.gait, stack.forces, stack.champions, not choice.second)
    path: tuple[int, ...] = ()
    while len(path) < far:
        at = path[-1] if path else start
        if path and walks.must_stop(c.state, c.seat, choice.gait, at):
            break
        routes = _shortest_routes(choice, c, stack, at, far - len(path))
        if not routes:
            break
        left = format_count(far - len(path), "hex", "hexes")
        on = f"at most {left} more, or stop here" if path else f"at most {left} away"
        words = "Choose where to walk: 1 hex away." if far == 1 else f"Choose where to walk: {on}."
        value = yield Picks("path", words, tuple(sorted(routes)), bool(path), "You cannot get there.", (start, *path))
        if value == ENOUGH:
            break
        path = (*path, *routes[value])
    return Walk(start, stack.forces, stack.champions, path)


def _ask_cards(choice: choices.CardsChoice, c: ChoiceContext) -> TargetScript:
    low, high = choice.bounds(c)
    chosen: tuple[Card, ...] = ()
    while len(chosen) < high:
        left = tuple(card for card in c.hand if card not in chosen)
        words = "Choose a card from your hand" + (f" ({len(chosen)} of {high})." if high > 1 else ".")
        value = yield Picks("card", words, left, len(chosen) >= low, "Choose another card from your hand.", chosen)
        if value == ENOUGH:
            break
        chosen = (*chosen, value)
    return chosen


def _ask_rewards(choice: choices.RewardsChoice, c: ChoiceContext) -> TargetScript:
    rewards: tuple[str, ...] = ()
    for i, _ in enumerate(c.before[-1]):
        rewards = (*rewards, (yield Picks("word", f"Reward for card {i + 1}?", choice.words)))
    return rewards


def _ask_word(choice: choices.WordChoice, c: ChoiceContext) -> TargetScript:
    return _one("word", "Choose one.", choice, c, "")


def _ask_which(choice: PickIndex, c: ChoiceContext) -> TargetScript:
    open_ = tuple(choice.legal_values(c))
    texts = tuple(choice.options[i].text() for i in open_)
    if len(open_) == 1:
        return open_[0]
    picked = yield Picks("word", "Pick one.", texts)
    return open_[texts.index(picked)]


def _ask_picked(choice: PickedChoice, c: ChoiceContext) -> TargetScript:
    inner = choice.options[c.before[-1]].choices
    if not inner:
        return None
    return (yield from ask_choice(inner[0], c))


def _ask_opponent(choice: choices.OpponentChoice, c: ChoiceContext) -> TargetScript:
    return _one("seat", "Choose an opponent.", choice, c, "Choose another player.")


CHOICE_SCRIPTS: dict[type, Callable[[Any, ChoiceContext], TargetScript]] = {
    choices.HexChoice: _ask_hex,
    choices.CapitalPlaceChoice: _ask_place,
    choices.HexPairChoice: _ask_hexes,
    choices.EdgesChoice: _ask_edges,
    choices.BridgeChoice: _ask_bridge_at,
    choices.PivotChoice: _ask_pivot,
    choices.ChampionChoice: _ask_champion,
    WalkChoice: _ask_walk,
    choices.CardsChoice: _ask_cards,
    choices.RewardsChoice: _ask_rewards,
    choices.WordChoice: _ask_word,
    choices.OpponentChoice: _ask_opponent,
    PickIndex: _ask_which,
    PickedChoice: _ask_picked,
}
"""Scripts by kind of locked choice; each script takes a choice of its kind.

A test fails if a kind is missing.
"""
