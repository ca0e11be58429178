"""Planning an action, one small question after the other, every answer of which can be taken back.

A plan asks what the card's own declaration locks (core/bridgefront/choices.py), so what is lit on the board is what the
rules allow, and nothing else. It draws nothing and knows no window: the match screen and the tests answer the same way.

    plan = ActionPlan(state, seat, secrets)
    plan.question          # Question(kind="action", ...): the cards and basic actions that may be chosen
    plan.answer(("card", copy))
    plan.question          # Question(kind="hex", words="Which stack walks?", targets=(12, 17))
    plan.undo()
    plan.action            # the finished Action, once no question is left
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import combinations
from typing import Any, NamedTuple

from core.bridgefront import action, choices, walking
from core.bridgefront.card import Card
from core.bridgefront.catalogue import CARDS
from core.bridgefront.choices import Choice, Choosing
from core.bridgefront.decisions import Action, Power, Walk
from core.bridgefront.effects.conditions import OfPicked, Which
from core.bridgefront.state import Bridgefront
from core.bridgefront.volley import TARGET_ORDERS
from core.bridgefront.walk_choice import WalkChoice
from core.kernel import holding
from core.kernel.secrets import Secrets

ENOUGH = "enough"
"""The answer that ends a list, or leaves an optional choice empty."""


class Question(NamedTuple):
    """What the player is asked now.

    `kind`: "action", "hex", "edge", "champion", "stack", "path", "card", "word", "seat" or "speed". `targets` are the
    legal answers; `enough` says whether the list may end here; `why` tells in words what a target has to be; `chosen`
    holds what the same choice holds so far (edges, a path), for ghosts on the board.
    """

    kind: str
    words: str
    targets: tuple[Any, ...]
    enough: bool = False
    why: str = ""
    chosen: tuple[Any, ...] = ()


Asking = Generator[Question, Any, Any]


class Stack(NamedTuple):
    """The answer to "stack": how many Forces and which Champions walk."""

    forces: int
    champions: tuple[int, ...]


class ActionPlan:
    """A choice of the Action Phase in the making (rules 8.1)."""

    def __init__(self, state: Bridgefront, seat: int, secrets: Secrets) -> None:
        self.state = state
        self.seat = seat
        self.secrets = secrets
        self.answers: list[Any] = []
        self.powers: list[Power] = []
        self.order = ""
        self.question: Question | None = None
        self.action: Action | None = None
        self.card: Card | None = None
        self._before: list[tuple[list[Any], list[Power], str]] = []
        """Answers, powers and target order before each thing that the player did."""
        self._replay()

    # what the player does --------------------------------------------------------------------------------------------

    def answer(self, value: Any) -> None:
        """Answers the question; raises `ValueError` for what is not legal."""
        if self.question is None:
            raise ValueError("nothing is asked")
        legal = value in self.question.targets or (value == ENOUGH and self.question.enough)
        if not legal:
            raise ValueError(self.why_not(value))
        self._remember()
        self.answers.append(value)
        self._replay()

    def undo(self) -> bool:
        """Takes back the last answer, power or target order; False if there is none."""
        if not self._before:
            return False
        self.answers, self.powers, self.order = self._before.pop()
        self._replay()
        return True

    def clear(self) -> None:
        """Takes everything back."""
        self.answers, self.powers, self.order, self._before = [], [], "", []
        self._replay()

    def toggle(self, power: Power) -> None:
        """Declares a champion power with this action, or takes that back."""
        self._remember()
        if power in self.powers:
            self.powers.remove(power)
        elif power in action.powers(self.state, self.seat):
            self.powers = [p for p in self.powers if p.champion != power.champion] + [power]
        self._replay()

    def set_order(self, order: str) -> None:
        """Names a standing target order with this action; "" leaves the one that stands."""
        if order and order not in TARGET_ORDERS:
            raise ValueError(f"there is no target order {order!r}")
        self._remember()
        self.order = order
        self._replay()

    @property
    def begun(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self._before)

    def _remember(self) -> None:
        self._before.append((list(self.answers), list(self.powers), self.order))

    def why_not(self, value: Any) -> str:
        """Why a target is not legal, in words."""
        question = self.question
        if question is None:
            return "Nothing is to be chosen."
        if question.kind == "action" and value not in question.targets:
            return self.why_not_action(value)
        return question.why

    def why_not_action(self, what: Any) -> str:
        """Why a card of the hand or a basic action cannot be chosen, or ""."""
        if isinstance(what, tuple):
            why = action.why_unplayable(self.state, self.seat, what[1])
        elif what in action.BASICS:
            why = action.why_not_basic(self.state, self.seat, what)
            if not why and not self._basic_has_target(what):
                why = "has no legal target"
        else:
            why = ""
        return f"It {why}." if why else ""

    # the questions ---------------------------------------------------------------------------------------------------

    def _replay(self) -> None:
        """Runs the questions from the start with the answers so far."""
        self.question = self.action = self.card = None
        script = self._script()
        try:
            self.question = next(script)
            for value in self.answers:
                self.question = script.send(value)
        except StopIteration as done:
            self.question = None
            self.action = done.value

    def _basic_has_target(self, kind: str) -> bool:
        c = Choosing(self.state, self.seat, action.BASICS[kind])
        return all(x.may_be_empty(c) or next(x.legal(c), None) is not None for x in action.BASICS[kind].choices)

    def _menu(self) -> tuple[Any, ...]:
        hand = holding.held(self.state, self.seat, self.secrets)
        cards = [("card", copy) for copy, _ in hand if not action.why_unplayable(self.state, self.seat, copy)]
        basics = [kind for kind in action.BASICS if not self.why_not_action(kind)]
        return (*cards, *basics, "done")

    def _script(self) -> Asking:
        what = yield Question("action", "Choose a card or an action.", self._menu(), why="You cannot choose this now.")
        state, seat = self.state, self.seat
        batch = holding.pile_batch(state, seat, self.secrets) if state.piles.mix[seat] else None
        rest: dict[str, Any] = {"powers": tuple(self.powers), "order": self.order, "batch": batch}
        if what == "done":
            return Action("done", **rest)
        named = None
        others: tuple[Any, ...] = ()
        if isinstance(what, tuple):
            hand = holding.held(state, seat, self.secrets)
            self.card = CARDS[state.card[what[1]]]
            (chosen,) = (card for card in hand if card[0] == what[1])
            named = holding.name_card(self.secrets, chosen)
            others = tuple(holding.name_card(self.secrets, card) for card in hand if card != chosen)
        else:
            self.card = action.BASICS[what]
        locked: tuple[Any, ...] = ()
        for choice in self.card.choices:
            locked = (*locked, (yield from ask(choice, Choosing(state, seat, self.card, locked, others))))
        speed = ""
        if named is not None and state.option("initiative_mode") == "choice":
            low, high = self.card.initiative
            speed = yield Question("speed", f"Fast ({low}) or slow ({high})?", ("low", "high"))
        if named is None:
            return Action(what, locked=locked, **rest)
        return Action("card", named, locked, speed=speed, **rest)


# One generator for each kind of choice --------------------------------------------------------------------------------


def ask(choice: Choice, c: Choosing) -> Asking:
    """Asks for one locked choice; a choice without a legal value asks nothing and stays empty (8.1)."""
    return ASKERS[type(choice)](choice, c)


def _one(kind: str, words: str, choice: Choice, c: Choosing, why: str) -> Asking:
    targets = tuple(choice.legal(c))
    if not targets:
        return choice.empty
    value = yield Question(kind, words, targets, choice.optional, why)
    return choice.empty if value == ENOUGH else value


def _ask_hex(choice: Any, c: Choosing) -> Asking:
    words = choice.place.words
    return _one("hex", f"Choose {words}.", choice, c, f"It must be {words}.")


def _ask_place(choice: Any, c: Choosing) -> Asking:
    targets = tuple(choice.legal(c))
    if not targets:
        return None
    home = c.state.capital[c.seat]
    words = "Where? Your Capital or a hex that serves as it."
    places = (home, *targets) if choice.may_be_empty(c) else targets
    value = yield Question("hex", words, places, False, "It must be your Capital or serve as it.")
    return None if value == home else value


def _ask_hexes(choice: Any, c: Choosing) -> Asking:
    hexes = tuple(choice.place.hexes(c.state, c.seat))
    if len(hexes) < 2:
        return ()
    why = f"It must be {choice.place.words}."
    a = yield Question("hex", "Choose the first hex.", hexes, False, why)
    b = yield Question("hex", "Choose the second hex.", tuple(h for h in hexes if h != a), False, why, (a,))
    return tuple(sorted((a, b)))


def _ask_edges(choice: Any, c: Choosing) -> Asking:
    chosen: tuple[int, ...] = ()
    what = "a Bridge" if choice.bridged else "a free edge"
    where = " with an end in a hex you occupy" if choice.here else ""
    while len(chosen) < choice.most:
        pool = tuple(e for e in choice.pool(c) if e not in chosen)
        if not pool:
            break
        enough = len(chosen) >= max(1, choice.least)
        words = f"Choose {what}{where}" + (f" ({len(chosen)} of at most {choice.most})." if choice.most > 1 else ".")
        value = yield Question("edge", words, pool, enough, f"It must be {what}{where}.", chosen)
        if value == ENOUGH:
            break
        chosen = (*chosen, value)
    return chosen


def _ask_bridge_at(choice: Any, c: Choosing) -> Asking:
    return _one("edge", "Choose the Bridge to destroy.", choice, c, "It must be a Bridge that ends in that hex.")


def _ask_pivot(choice: Any, c: Choosing) -> Asking:
    pairs = tuple(choice.legal(c))
    if not pairs:
        return ()
    value: list[int | None] = []
    for i, words in enumerate(("Choose the Bridge to destroy.", "Choose the edge to build.")):
        targets = tuple(dict.fromkeys(pair[i] for pair in pairs if pair[i] is not None))
        if targets:
            value.append((yield Question("edge", words, targets, False, "It must end in that hex.", tuple(value))))
        else:
            value.append(None)
    return tuple(value)


def _ask_champion(choice: Any, c: Choosing) -> Asking:
    words = choice.target.words
    return _one("champion", f"Choose {words}.", choice, c, f"It must be {words}, and not shielded.")


def _stacks(choice: Any, c: Choosing, start: int) -> tuple[Stack, ...]:
    """The stacks of a hex that have a way out; a second one of what the first has left there."""
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


def _ways(choice: Any, c: Choosing, forces: int, named: tuple[int, ...], at: int) -> tuple[int, ...]:
    return tuple(sorted(walking.ways(c.state, c.seat, choice.gait, forces, named, at, choice.built(c))))


def _ask_walk(choice: Any, c: Choosing) -> Asking:
    if choice.second and c.before[-1] is None:
        return None
    by_start = {start: _stacks(choice, c, start) for start in sorted(c.state.occupied(c.seat))}
    starts = tuple(start for start, stacks in by_start.items() if stacks)
    if not starts:
        return None
    words = "Which second stack walks?" if choice.second else "Which stack walks?"
    start = yield Question("hex", words, starts, choice.optional, "No stack of yours here has a way out.")
    if start == ENOUGH:
        return None
    stacks = by_start[start]
    stack = stacks[0]
    if len(stacks) > 1:
        stack = yield Question("stack", "Who walks?", stacks, False, "These units have no way out.", (start,))
    return (yield from _ask_path(choice, c, start, stack))


def _ask_path(choice: Any, c: Choosing, start: int, stack: Stack) -> Asking:
    far = walking.reach(c.state, c.seat, choice.gait, stack.forces, stack.champions, not choice.second)
    path: tuple[int, ...] = ()
    while len(path) < far:
        at = path[-1] if path else start
        if path and walking.ends_walk(c.state, c.seat, choice.gait, at):
            break
        found = _ways(choice, c, *stack, at)
        if not found:
            break
        words = f"Choose where to walk: {'one hex' if far == 1 else f'hex {len(path) + 1} of at most {far}'}."
        value = yield Question("path", words, found, bool(path), "No way leads there.", (start, *path))
        if value == ENOUGH:
            break
        path = (*path, value)
    return Walk(start, stack.forces, stack.champions, path)


def _ask_cards(choice: Any, c: Choosing) -> Asking:
    low, high = choice.bounds(c)
    chosen: tuple[Any, ...] = ()
    while len(chosen) < high:
        left = tuple(card for card in c.hand if card not in chosen)
        words = "Name a card of your hand" + (f" ({len(chosen)} of {high})." if high > 1 else ".")
        value = yield Question("card", words, left, len(chosen) >= low, "It must be another card of your hand.", chosen)
        if value == ENOUGH:
            break
        chosen = (*chosen, value)
    return chosen


def _ask_rewards(choice: Any, c: Choosing) -> Asking:
    rewards: tuple[str, ...] = ()
    for i, _ in enumerate(c.before[-1]):
        rewards = (*rewards, (yield Question("word", f"Reward for card {i + 1}?", choice.words)))
    return rewards


def _ask_word(choice: Any, c: Choosing) -> Asking:
    return _one("word", "Choose one.", choice, c, "")


def _ask_which(choice: Any, c: Choosing) -> Asking:
    open_ = tuple(choice.legal(c))
    texts = tuple(choice.options[i].text() for i in open_)
    if len(open_) == 1:
        return open_[0]
    picked = yield Question("word", "Pick one.", texts)
    return open_[texts.index(picked)]


def _ask_picked(choice: Any, c: Choosing) -> Asking:
    inner = choice.options[c.before[-1]].choices
    if not inner:
        return None
    return (yield from ask(inner[0], c))


def _ask_opponent(choice: Any, c: Choosing) -> Asking:
    return _one("seat", "Choose an opponent.", choice, c, "It must be another player.")


ASKERS: dict[type, Callable[[Any, Choosing], Asking]] = {
    choices.HexChoice: _ask_hex,
    choices.CapitalPlace: _ask_place,
    choices.HexPair: _ask_hexes,
    choices.Edges: _ask_edges,
    choices.BridgeAt: _ask_bridge_at,
    choices.Pivot: _ask_pivot,
    choices.ChampionChoice: _ask_champion,
    WalkChoice: _ask_walk,
    choices.Cards: _ask_cards,
    choices.Rewards: _ask_rewards,
    choices.Word: _ask_word,
    choices.Opponent: _ask_opponent,
    Which: _ask_which,
    OfPicked: _ask_picked,
}
"""How each kind of locked choice is asked for; a test fails for a kind that is missing."""
